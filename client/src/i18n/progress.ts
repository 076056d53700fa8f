import { counted, dictionary } from '../lib/i18n.svelte'

const GAMES_SK = ['hra', 'hry', 'hier']
const GAMES_EN = ['game', 'games']

/** What was played, and how it is kept. */
export const progress = dictionary(
  {
    title: 'Tvoje výsledky',
    played: 'odohrané',
    winRate: 'výhry',
    streak: 'výhry po sebe',
    best: (n: number) => `najviac ${n}`,
    byLevel: 'Podľa súpera',
    byRules: 'Podľa pravidiel',
    people: 'ľudia',
    house: 'domáce pravidlá',
    lastGames: (n: number) => `Posledné hry (${n})`,
    share: (won: number, games: number, percent: number) => `${percent} %, ${won} z ${games}`,
    lastSpoken: (won: number, lost: number, drawn: number) =>
      `výhry: ${won}, prehry: ${lost}, nerozhodne: ${drawn}`,
    won: 'výhra',
    lost: 'prehra',
    drawn: 'nerozhodne',
    youWon: 'Vyhrávaš',
    wins: (names: string) => `Vyhráva ${names}`,
    loses: (names: string) => `Prehráva ${names}`,
    youWonAs: (names: string) => `Vyhrávaš, prehráva ${names}`,
    youLost: 'Prehrávaš',
    you: 'ty',

    keep: 'Preniesť, uložiť, vymazať',
    keepSays:
      'Výsledky sú iba v tomto prehliadači. Do iného zariadenia ich prenesieš kódom; nejde cez žiadny server a nedá sa ním hrať za teba.',
    copyCode: 'Kopírovať kód',
    exportFile: 'Uložiť súbor',
    pasteCode: 'Kód alebo obsah súboru z iného zariadenia',
    take: 'Pridať',
    chooseFile: 'Vybrať súbor',
    taken: (n: number) => (n === 0 ? 'Nič nové: všetko tu už je.' : `Pridané: ${counted(n, GAMES_SK)}.`),
    erase: 'Vymazať výsledky',
    eraseSure: 'Naozaj vymazať všetky výsledky v tomto prehliadači? Vrátiť sa to nedá.',
    yes: 'Áno, vymazať',
    no: 'Nechať',
    erased: 'Výsledky sú vymazané.',
    unreadable: {
      empty: 'Vlož kód, ktorý máš z iného zariadenia.',
      foreign: 'Toto nie je kód výsledkov Faraóna. Nič sa nezmenilo.',
      damaged: 'Kód je neúplný alebo poškodený: skopíruj ho ešte raz celý. Nič sa nezmenilo.',
      'too-long': 'Toto je na kód výsledkov príliš dlhé. Nič sa nezmenilo.',
    },
    aside:
      'Uložené výsledky sa nedali prečítať. Nič sa nestratilo: ich text si môžeš uložiť do súboru, odteraz sa počíta znova.',
    saveAside: 'Uložiť text',
  },
  {
    title: 'Your results',
    played: 'played',
    winRate: 'won',
    streak: 'wins in a row',
    best: (n: number) => `best ${n}`,
    byLevel: 'By opponent',
    byRules: 'By rules',
    people: 'people',
    house: 'house rules',
    lastGames: (n: number) => `Last games (${n})`,
    share: (won: number, games: number, percent: number) => `${percent}%, ${won} of ${games}`,
    lastSpoken: (won: number, lost: number, drawn: number) => `won: ${won}, lost: ${lost}, drawn: ${drawn}`,
    won: 'won',
    lost: 'lost',
    drawn: 'drawn',
    youWon: 'You won',
    wins: (names: string) => `Winner: ${names}`,
    loses: (names: string) => `${names} lost`,
    youWonAs: (names: string) => `You won, ${names} lost`,
    youLost: 'You lost',
    you: 'you',

    keep: 'Carry, save, erase',
    keepSays:
      'Your results are in this browser alone. A code carries them to another device; it goes through no server, and nobody can play for you with it.',
    copyCode: 'Copy the code',
    exportFile: 'Save a file',
    pasteCode: 'The code, or the file’s text, from another device',
    take: 'Add',
    chooseFile: 'Choose a file',
    taken: (n: number) =>
      n === 0 ? 'Nothing new: it is all here already.' : `Added: ${counted(n, GAMES_EN)}.`,
    erase: 'Erase the results',
    eraseSure: 'Really erase all results in this browser? This cannot be undone.',
    yes: 'Yes, erase them',
    no: 'Keep them',
    erased: 'The results are erased.',
    unreadable: {
      empty: 'Paste the code that you have from another device.',
      foreign: 'This is not a code with results of Faraón. Nothing has changed.',
      damaged: 'The code is incomplete or damaged: copy it again as a whole. Nothing has changed.',
      'too-long': 'This is too long for a code with results. Nothing has changed.',
    },
    aside:
      'The stored results could not be read. Nothing is lost: you can save their text to a file; from now on counting starts anew.',
    saveAside: 'Save the text',
  },
)
