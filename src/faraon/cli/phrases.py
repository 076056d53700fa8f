"""The terminal game's own words."""

PHRASES = {
    "en": {
        "welcome": "Faraón – deal {seed}. Type a number or a move; ? for help.",
        "you": "You",
        "opponent": "Opponent",
        "stock": "stock",
        "pile": "pile",
        "suit": "Valid suit:",
        "any_card": "Anything fits",
        "debt": "You owe",
        "stop": "You are stopped",
        "returnable": "finished, can be returned",
        "safe": "finished",
        "many": "{count} moves are possible: type one, as b8 h8",
        "prompt": "Your move> ",
        "help": (
            "  a number     plays that move of the list\n"
            "  b8 h8        lays cards, the bottom one first\n"
            "  lO=h         lays a card that asks for a suit, here for hearts (h l a b)\n"
            "  h7^1         lays a card that returns a player, here the one in seat 1\n"
            "  draw, stand, pass, concede\n"
            "  hint         what the adviser would do, and why\n"
            "  log          tells the game so far\n"
            "  q            leaves\n"
            "  A move that is not allowed is refused with the reason and its paragraph."
        ),
        "no_move": "That is no move: type a number of the list, or cards as b8 h8; ? for help.",
        "bye": "Goodbye.",
        "won": "You have won!",
        "lost": "You have lost.",
        "loser": "{name} has lost.",
        "won_by": "First out: {name}.",
        "drawn": "The game is drawn.",
        "deadlock": "A dead end: these rules allow no move now. The game is drawn.",
        "places": "Finished:",
    },
    "sk": {
        "welcome": "Faraón – rozdanie {seed}. Napíš číslo alebo ťah; ? je pomoc.",
        "you": "Ty",
        "opponent": "Súper",
        "stock": "talón",
        "pile": "kopa",
        "suit": "Platí farba:",
        "any_card": "Hodí sa čokoľvek",
        "debt": "Dlhuješ",
        "stop": "Stojíš",
        "returnable": "skončil, dá sa vrátiť",
        "safe": "skončil",
        "many": "Možných ťahov je {count}: napíš jeden, napríklad b8 h8",
        "prompt": "Tvoj ťah> ",
        "help": (
            "  číslo        zahrá tento ťah zo zoznamu\n"
            "  b8 h8        vyloží karty, spodná je prvá\n"
            "  lO=h         vyloží kartu, ktorá žiada farbu, tu červeň (h l a b)\n"
            "  h7^1         vyloží kartu, ktorá vracia hráča, tu toho na mieste 1\n"
            "  draw, stand, pass, concede: ťahaj, stoj, ďalej, vzdávam sa\n"
            "  rada         čo by zahral radca a prečo\n"
            "  log          vyrozpráva doterajšiu hru\n"
            "  q            koniec\n"
            "  Nedovolený ťah sa odmietne s dôvodom a paragrafom."
        ),
        "no_move": "Toto nie je ťah: napíš číslo zo zoznamu alebo karty ako b8 h8; ? je pomoc.",
        "bye": "Dovidenia.",
        "won": "Vyhral si!",
        "lost": "Prehral si.",
        "loser": "Prehráva: {name}.",
        "won_by": "Prvý skončil: {name}.",
        "drawn": "Hra sa skončila nerozhodne.",
        "deadlock": "Slepá ulička: pravidlá teraz nedovoľujú žiadny ťah. Hra je nerozhodná.",
        "places": "Skončili:",
    },
}
