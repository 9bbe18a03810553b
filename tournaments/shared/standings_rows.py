"""From the pure standings to what is stored of them, the same for seasons and stages."""

from collections.abc import Mapping
from typing import Any

from tournaments.standings import table as engine
from tournaments.standings.honours import honours


def row_values(
    standings: engine.Standings, line: engine.Line, *, order: int, ahead: str | None, **detail: Any
) -> dict[str, Any]:
    """The columns that both families have. `ahead` is who stands before it, where there is a reason to tell; `detail`
    is what a family keeps beside.
    """
    return {
        "order": order,
        "place": line.place,
        "points": str(line.points),
        "games": line.played,
        "wins": sum(game.place == 1 and game.kind == "played" for game in line.games),
        "detail": {
            "status": line.status.value,
            "counted": line.counted,
            "adjustment": str(line.adjustment),
            "values": {key: str(value) for key, value in line.values.items()},
            **({"why": _reason(standings, ahead, line.player)} if ahead else {}),
            **detail,
        },
    }


def _reason(standings: engine.Standings, ahead: str, behind: str) -> dict[str, Any]:
    reason = standings.why(ahead, behind)
    return {"code": reason.code, "params": {key: str(value) for key, value in reason.params.items()}}


def game_values(game: engine.GamePoints, **more: Any) -> dict[str, Any]:
    """A game of a row; `more` says when it was: a day, or a round."""
    return {
        "game": game.game,
        "kind": game.kind.value,
        "seats": game.seats,
        "place": game.place,
        "vp": game.vp,
        "points": str(game.points),
        "verdict": game.verdict.value,
        "forfeited": game.forfeited,
        **more,
    }


def honour_values(standings: engine.Standings, holders: Mapping[str, int]) -> list[dict[str, Any]]:
    """`holders`: rows by the key that the standings use; somebody without a row holds nothing."""
    return [
        {
            "key": honour.key,
            "holders": [holders[key] for key in honour.players if key in holders],
            "value": str(honour.value),
            "games": list(honour.games),
        }
        for honour in honours(standings)
    ]
