"""The terminal game's own words."""

PHRASES = {
    "en": {
        "welcome": "{title} – deal {seed}. Type a number or a move, or ? for help.",
        "you": "You",
        "opponent": "Opponent",
        "stock": "stock",
        "pile": "pile",
        "suit": "Valid suit:",
        "any_card": "Any card fits",
        "debt": "You owe",
        "waiting": "Debt:",
        "stop": "You are stopped",
        "returnable": "finished, can be returned",
        "safe": "finished",
        "many": "{count} moves are possible: type one, for example b8 h8",
        "prompt": "Your move> ",
        "anyway": "Lay it anyway? y/n> ",
        "lie": "Lay it covered all the same? y/n> ",
        "claim": "{name} declares {cards} of one value, covered: believe it, or check.",
        "bluffers": "Groups are laid covered: your opponents lie now and then, and none thinks ahead.",
        "unlearned": "No network has learned these rules: your opponents think ahead instead.",
        "at_a_glance": "No network has learned these rules: your opponents play by simple advice.",
        "help": (
            "  a number     plays that move of the list\n"
            "  b8 h8        lays cards, the bottom one first\n"
            "  lO=h         lays a card and asks for a suit, here hearts (h l a b)\n"
            "  h7^1         lays a card and returns a player, here the one in seat 1\n"
            "  draw, stand, pass, concede\n"
            "  check        looks at covered cards, where groups are laid covered (§17);\n"
            "               there the cards below the top one may be any of yours: hX b8\n"
            "  hint         what the adviser would play, and why\n"
            "  log          retells the game so far\n"
            "  q            leaves\n"
            "  A move that is not allowed is refused, with the reason and its paragraph."
        ),
        "no_move": "That is not a move: type a number from the list, or cards such as b8 h8; ? for help.",
        "bye": "Goodbye.",
        "won": "You win!",
        "lost": "You lose.",
        "loser": "{name} loses.",
        "won_by": "{name} is out first and wins.",
        "drawn": "The game is drawn.",
        "deadlock": "A dead end: these rules allow no move now. The game is drawn.",
        "places": "Finished:",
    },
    "sk": {
        "welcome": "{title} – rozdanie {seed}. Napíš číslo alebo ťah; ? ukáže pomoc.",
        "you": "Ty",
        "opponent": "Súper",
        "stock": "talón",
        "pile": "hracia kopa",
        "suit": "Platí farba:",
        "any_card": "Hodí sa čokoľvek",
        "debt": "Dlhuješ",
        "waiting": "Dlh:",
        "stop": "Stojíš",
        "returnable": "skončil, dá sa vrátiť",
        "safe": "skončil",
        "many": "Možných ťahov je {count}: napíš jeden, napríklad b8 h8",
        "prompt": "Tvoj ťah> ",
        "anyway": "Vyložiť aj tak? a/n> ",
        "lie": "Vyložiť to aj tak zakryto? a/n> ",
        "claim": "{name} ohlasuje {cards} s rovnakým znakom, zakryto: ver, alebo kontroluj (check).",
        "bluffers": "Vykladá sa zakryto: súperi občas klamú a žiadny z nich nepočíta dopredu.",
        "unlearned": "Tieto pravidlá sa žiadna sieť neučila: súperi namiesto toho počítajú dopredu.",
        "at_a_glance": "Tieto pravidlá sa žiadna sieť neučila: súperi hrajú podľa jednoduchých rád.",
        "help": (
            "  číslo        zahrá tento ťah zo zoznamu\n"
            "  b8 h8        vyloží karty, spodná je prvá\n"
            "  lO=h         vyloží kartu a pýta si farbu, tu červeň (h l a b)\n"
            "  h7^1         vyloží kartu a vráti hráča, tu toho na mieste 1\n"
            "  draw, stand, pass, concede: ťahať, stáť, vynechať ťah, vzdať hru\n"
            "  check        skontroluje zakryté karty tam, kde sa vykladá zakryto (§17);\n"
            "               tam smú byť pod vrchnou kartou hocijaké tvoje karty: hX b8\n"
            "  rada         čo by zahral radca a prečo\n"
            "  log          prerozpráva doterajšiu hru\n"
            "  q            koniec\n"
            "  Nedovolený ťah sa odmietne s dôvodom a paragrafom."
        ),
        "no_move": "Toto nie je ťah: napíš číslo zo zoznamu alebo karty ako b8 h8; ? ukáže pomoc.",
        "bye": "Dovidenia.",
        "won": "Vyhrávaš!",
        "lost": "Prehrávaš.",
        "loser": "Prehráva: {name}.",
        "won_by": "Prvý skončil a vyhráva: {name}.",
        "drawn": "Hra sa skončila nerozhodne.",
        "deadlock": "Slepá ulička: pravidlá teraz nedovoľujú žiadny ťah. Hra je nerozhodná.",
        "places": "Skončili:",
    },
}
