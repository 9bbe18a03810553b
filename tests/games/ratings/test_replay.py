"""The compiled kernel against the reference, and states that are put away and taken up again."""

import numpy as np
import pytest
from hypothesis import given, settings

from games.ratings.engine.games import RatedGames
from games.ratings.engine.reference import Belief, Parameters
from games.ratings.engine.replay import play, play_in_python
from games.ratings.engine.state import State, distinct
from tests.games.ratings.histories import CLANS, histories, history, same

PARAMETERS = Parameters()


def fresh(rated_games, labels=CLANS):
    return State.fresh(players=distinct([rated_games.players]), labels=labels, parameters=PARAMETERS)


@given(histories())
@settings(max_examples=40, deadline=None)
def test_kernel_and_reference_agree_to_the_last_bit(rated_games):
    reference, compiled = fresh(rated_games), fresh(rated_games)
    expected = play(rated_games, reference, PARAMETERS, compiled=False)
    outcomes = play(rated_games, compiled, PARAMETERS, compiled=True)
    assert outcomes.tobytes() == expected.tobytes()
    assert same(reference, compiled)


def test_they_still_agree_after_thousands_of_games():
    rated_games = history(np.random.default_rng(7), games=3_000, players=40)
    reference, compiled = fresh(rated_games), fresh(rated_games)
    play(rated_games, reference, PARAMETERS, compiled=False)
    play(rated_games, compiled, PARAMETERS, compiled=True)
    assert same(reference, compiled)


def test_segments_keep_what_people_see_of_the_beliefs():
    """As the engine's own words for one belief, for a negative worth of clan and seat as well."""
    rated_games = history(np.random.default_rng(13), games=200, players=9)
    state, again = fresh(rated_games), fresh(rated_games)
    beliefs = play_in_python(rated_games, state, PARAMETERS)
    outcomes = play(rated_games, again, PARAMETERS, compiled=True)
    bonus = outcomes[4].view(np.int16)
    assert (bonus < 0).any()
    for seat, (mean, variance, after, after_variance, *_) in enumerate(beliefs.tolist()):
        shown = [step / 10 for step in outcomes[:4, seat].tolist()]
        before, later = Belief(mean, variance), Belief(after, after_variance)
        assert shown == [before.rating, before.deviation, later.rating, later.deviation]
        assert bonus[seat] / 10 == pytest.approx(Belief(beliefs[seat, 4], 0.0).rating - 1500)


@given(histories(most_games=30))
@settings(max_examples=25, deadline=None)
def test_a_state_is_taken_up_where_it_was_put_away(rated_games):
    at = len(rated_games) // 2
    whole, first = fresh(rated_games), fresh(rated_games)
    play(rated_games, whole, PARAMETERS, compiled=False)
    play(rated_games.part(0, at), first, PARAMETERS, compiled=False)
    second = fresh(rated_games)
    second.recall(State.unpacked(first.packed(), PARAMETERS))
    play(rated_games.part(at, len(rated_games)), second, PARAMETERS, compiled=False)
    assert same(whole, second)


@given(histories(most_games=20))
@settings(max_examples=25, deadline=None)
def test_rated_games_survive_packing_and_cutting(rated_games):
    again = RatedGames.unpacked(rated_games.packed())
    cut = RatedGames.joined([again.part(0, 1), again.part(1, len(again))])
    back = cut.take(np.random.default_rng(1).permutation(len(cut))).in_order()
    for name in ("ids", "finished", "days", "counts", "players", "positions", "places"):
        assert (getattr(back, name) == getattr(rated_games, name)).all()
    labels = ("", *rated_games.labels)
    assert [("", *back.labels)[code] for code in back.clans] == [labels[code] for code in rated_games.clans]


def test_labels_of_parts_become_one_list():
    rng = np.random.default_rng(3)
    first, second = history(rng, games=2, players=5), history(rng, games=2, players=5)
    renamed = RatedGames(**{**vars_of(second), "labels": ("stewart", "buchanan", "campbell")})
    joined = RatedGames.joined([first, renamed])
    assert joined.labels == ("buchanan", "campbell", "macdonald", "stewart")
    expected = [("", *first.labels)[code] for code in first.clans]
    expected += [("", *renamed.labels)[code] for code in renamed.clans]
    assert [("", *joined.labels)[code] for code in joined.clans] == expected


def vars_of(rated_games):
    return {name: getattr(rated_games, name) for name in RatedGames.__dataclass_fields__}


def test_latest_ratings_are_the_newest_last():
    rated_games = history(np.random.default_rng(5), games=40, players=6)
    state = fresh(rated_games)
    outcomes = play(rated_games, state, PARAMETERS, compiled=False)
    latest = state.latest_first_to_last(np.arange(len(state.players)))
    for at, player in enumerate(state.players):
        after = outcomes[2][rated_games.players == player]
        assert [step for step in latest[at] if step] == after[-8:].tolist()
        assert state.games[at] == len(after)


def test_it_finds_out_who_is_stronger():
    """Four players of known strength; the order of the ratings must be theirs."""
    rng = np.random.default_rng(11)
    rated_games = history(rng, games=4_000, players=6)
    skill = np.linspace(-1, 1, 7)
    luck = rng.gumbel(size=len(rated_games.players))
    score = skill[rated_games.players] + luck
    places = np.concatenate(
        [
            np.argsort(np.argsort(-score[start:end])) + 1
            for start, end in zip(rated_games.offsets[:-1], rated_games.offsets[1:], strict=True)
        ]
    )
    rated = RatedGames(**{**vars_of(rated_games), "places": places.astype(np.uint8)})
    state = fresh(rated)
    play(rated, state, PARAMETERS, compiled=False)
    means = state.means[:6]
    assert (np.diff(means) > 0).all()
    assert np.corrcoef(means, skill[1:])[0, 1] > 0.98
