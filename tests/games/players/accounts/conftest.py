"""People with accounts, their mailboxes and their authenticator apps."""

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.players.models import Player, User

PASSWORD = "heather-on-the-moor"


@pytest.fixture(autouse=True)
def no_limits_reached_yet():
    cache.clear()
    yield
    cache.clear()


def open_account(email="ann@example.org", name="Ann", **fields):
    account = User.objects.create_user(email, PASSWORD, **fields)
    EmailAddress.objects.create(user=account, email=email, verified=True, primary=True)
    Player.objects.create(name=name, account=account)
    return account


@pytest.fixture
def ann(db):
    return open_account()


def sign_in(client, email="ann@example.org", password=PASSWORD, **more):
    return client.post("/account/login/", {"login": email, "password": password, **more})


@pytest.fixture
def ann_client(ann):
    """Ann, signed in the way people do."""
    client = Client()
    assert sign_in(client).status_code == 302
    return client


def prove_it_is_me(client):
    """What the site asks before anything that concerns the safety of the account."""
    response = client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert response.status_code == 302


def last_mail():
    return mail.outbox[-1]


def last_code():
    return re.search(r"^\d{3}-\d{3}-\d{3}$", last_mail().body, re.MULTILINE)[0]


def app_code(secret, at=None):
    """What an authenticator app shows (RFC 6238), computed without the library under test."""
    counter = struct.pack(">Q", int(time.time() if at is None else at) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def text_of(response):
    return response.content.decode()
