"""A large JSON file in small windows says the same as all of it at once."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.exchange.formats import json_stream
from games.exchange.formats.json_stream import LIST, items_of
from games.exchange.formats.records import UnreadableFileError

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.text(max_size=4), st.lists(VALUES, max_size=4) | VALUES, max_size=4),
    st.integers(1, 9),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_any_file_in_any_window(data, window, indent, ascii_only):
    content = json.dumps(data, indent=indent, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    lists = {name: value for name, value in data.items() if isinstance(value, list)}
    read_lists: dict[str, list[object]] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "WINDOW", window)
        for name, item in items_of(content):
            if item is LIST:
                read_lists[name] = []
            else:
                read_lists[name].append(item)
    assert read_lists == lists


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 70))
def test_a_file_cut_off_anywhere_is_noticed(length):
    content = json.dumps({"plays": [{"a": 1.5}, [2, "x"], None], "b": {"c": True}, "d": []}).encode()
    if length < len(content):
        with pytest.raises(UnreadableFileError):
            list(items_of(content[:length]))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "file_empty"),
        (b" \n ", "file_empty"),
        (b"nonsense", "not_json"),
        (b"[1, 2]", "not_bgstats"),
        (b"12", "not_bgstats"),
        (b'{"plays": [1 2]}', "not_json"),
        (b'{"plays": []} more', "not_json"),
        (b"{plays: []}", "not_json"),
        (b'{"plays": [' + b"[" * 100_000, "too_deep"),
        (b'{"plays": ["' + b"x" * 5_000_000 + b'"]}', "entry_too_long"),
        (b'{"plays": ["\xff"]}', "wrong_encoding"),
    ],
)
def test_what_is_no_list_of_plays(content, code):
    with pytest.raises(UnreadableFileError) as refused:
        list(items_of(content))
    assert refused.value.finding.code == code
