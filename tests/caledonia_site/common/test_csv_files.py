"""CSV that does no harm in a spreadsheet."""

import pytest

from caledonia_site.common.csv_files import csv_bytes, csv_response, safe_cell


@pytest.mark.parametrize("text", ["=1+1", "+49", "-x", "@sum", "\tx", "\rx", "\nx"])
def test_a_text_that_looks_like_a_formula_stays_a_text(text):
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("sign", "＝＋－＠﹦﹢﹣﹫⁼⁺")
@pytest.mark.parametrize("before", ["", " ", "\u3000", "\ufeff", "\u200b", "\x00", " \t"])
def test_signs_of_other_keyboards_and_signs_behind_what_nobody_sees(sign, before):
    for one in (sign, "="):
        assert safe_cell(f"{before}{one}1") == f"'{before}{one}1"


@pytest.mark.parametrize(
    "value", [-3, -1.5, None, "", " ", "a=b", "a＝b", "Ailsa", " Ailsa", "山田", "−2", "…"]
)
def test_numbers_and_plain_texts_stay_as_they_are(value):
    assert safe_cell(value) == value


def test_a_file_is_marked_as_utf_8_and_quotes_what_needs_it():
    assert csv_bytes(["name", "rating"], [["Zoë, Muir", -2], ["=cmd", 1500.5]]) == (
        b'\xef\xbb\xbfname,rating\r\n"Zo\xc3\xab, Muir",-2\r\n\'=cmd,1500.5\r\n'
    )


def test_a_response_is_a_download():
    response = csv_response("a.csv", ["x"], [])
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="a.csv"'
