"""Addresses of joint sheets. The code and the key are the right to come in."""

from django.urls import URLPattern, path

from games.joint_sheets.web import choices, codes, news, sheet, slips

app_name = "joint"

KEY = "together/<secret:key>/"

urlpatterns: list[URLPattern] = [
    path("join/", codes.join, name="join"),
    path("join/<secret:code>/", codes.join_code, name="join_code"),
    path("together/new/<slug:system>/", sheet.open_joint, name="open"),
    path("slip/<secret:token>/", slips.slip, name="slip"),
    path(KEY, sheet.joint_sheet, name="sheet"),
    path(f"{KEY}seat/", codes.seat, name="seat"),
    path(f"{KEY}invite/", choices.invite, name="invite"),
    path(f"{KEY}manage/", choices.manage, name="manage"),
    path(f"{KEY}news/", news.news, name="news"),
    path(f"{KEY}changes/", news.changes, name="changes"),
    path(f"{KEY}record/", sheet.record, name="record"),
]
