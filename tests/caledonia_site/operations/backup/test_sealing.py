"""Encrypted on the way to the disk, opened by the secret key alone, refused when touched."""

import io
import os

import pyrage
import pytest

from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.save import recipient_from, sealed, unseal

CONTENT = os.urandom(300_000)


@pytest.fixture
def key():
    return pyrage.x25519.Identity.generate()


@pytest.fixture
def key_file(tmp_path, key):
    path = tmp_path / "key.txt"
    path.write_text(f"# made for a test\n# public key: {key.to_public()}\n{key}\n")
    return path


def seal(key):
    target = io.BytesIO()
    with sealed(target, recipient_from(str(key.to_public()))) as stream:
        stream.write(CONTENT)
    return target.getvalue()


def test_there_and_back(key, key_file):
    hidden, shown = seal(key), io.BytesIO()
    assert hidden.startswith(b"age-encryption.org/v1")
    assert CONTENT[:100] not in hidden
    unseal(io.BytesIO(hidden), shown, key_file=key_file)
    assert shown.getvalue() == CONTENT


@pytest.mark.parametrize(
    "damage", [lambda b: b[:-1], lambda b: b[:100_000], lambda b: b[:5000] + b"x" + b[5001:]]
)
def test_a_damaged_or_shortened_file_is_refused(key, key_file, damage):
    with pytest.raises(BackupError, match="damaged"):
        unseal(io.BytesIO(damage(seal(key))), io.BytesIO(), key_file=key_file)


def test_another_key_does_not_open_it(key_file):
    with pytest.raises(BackupError, match="does not open"):
        unseal(io.BytesIO(seal(pyrage.x25519.Identity.generate())), io.BytesIO(), key_file=key_file)


def test_a_file_without_a_key_says_so(tmp_path):
    path = tmp_path / "none"
    path.write_text("nothing here")
    with pytest.raises(BackupError, match="holds no secret age key"):
        unseal(io.BytesIO(b""), io.BytesIO(), key_file=path)
    path.write_text("AGE-SECRET-KEY-1NONSENSE")
    with pytest.raises(BackupError, match="holds no secret age key"):
        unseal(io.BytesIO(b""), io.BytesIO(), key_file=path)


def test_a_recipient_that_is_none_is_refused_without_repeating_it():
    with pytest.raises(BackupError, match="no public age key") as refusal:
        recipient_from("AGE-SECRET-KEY-1OOPS")
    assert "OOPS" not in str(refusal.value)


def test_a_full_disk_is_a_sentence(key):
    def write_much(full):
        with sealed(full, key.to_public()) as stream:
            for _ in range(20):
                stream.write(CONTENT)

    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(BackupError, match="No space left"):
        write_much(full)
