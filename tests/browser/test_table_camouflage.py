"""§17 in the browser: a lie that is caught, one that is not, and a check in vain."""

from __future__ import annotations

MINE, THEIRS = "lK hX a8 b8 h8", "h9 hK a9 aX lX"
LAY, BAR, CHECK, TIP = ".lay", ".panel.bar", ".acts .check", ".tip"
WORDS = {
    "sk": {
        "cover": "Podložiť iné karty…",
        "lie": "Klamstvo.",
        "lay": "Vyložiť zakryto (2)",
        "check": "Skontrolovať",
        "caught": "klamstvo: všetko je ako predtým",
        "true": "karty sú také, aké boli priznané",
        "covered": "2 karty zakryto",
    },
    "en": {
        "cover": "Put other cards below…",
        "lie": "A lie.",
        "lay": "Lay covered (2)",
        "check": "Check",
        "caught": "a lie: everything is as before",
        "true": "the cards are as declared",
        "covered": "2 cards covered",
    },
}
