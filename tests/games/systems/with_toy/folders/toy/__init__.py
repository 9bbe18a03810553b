"""All that the toy of the rules' tests needs to be a game of the site."""

from games.systems.base import GameSystem, Wording
from tests.scoring.toy import TOY

SYSTEM = GameSystem(
    wording=Wording(
        labels={key: key.rpartition(".")[2] for key in TOY.vocabulary.labels},
        sentences={code.key: code.key for code in TOY.vocabulary.codes},
    )
)
