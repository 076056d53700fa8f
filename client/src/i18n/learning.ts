import { dictionary } from '../lib/i18n.svelte'
import type { Suit } from '../lib/protocol'

const SUITS_SK: Record<Suit, string> = { h: 'červeň', l: 'zeleň', a: 'žaluď', b: 'guľa' }
const SUITS_EN: Record<Suit, string> = { h: 'hearts', l: 'leaves', a: 'acorns', b: 'bells' }

/** For those who have never played. */
export const learning = dictionary(
  {
    firstTime: 'Hráš prvýkrát?',
    firstTimeSays: 'Nauč sa to za dve minúty: štyri malé úlohy za stolom.',
    begin: 'Naučiť sa za 2 minúty',
    knowIt: 'Pravidlá poznám',

    sheet: 'Pravidlá na jednej strane',
    sheetSays: 'Vety sú z pravidiel tohto stola.',
    firstGame: 'Zahrať si',
    moreLessons: 'Čo vedia karty',
    several: 'Viac kariet naraz',
    sheetSuits: 'Farby',
    sheetValues: 'Znaky od sedmy po eso',
    suits: SUITS_SK,
    sheetNone: 'Pre tieto pravidlá stručný prehľad nie je, sú však celé na jednej stránke.',
    sheetWhole: 'Celé pravidlá',

    gotIt: 'Rozumiem',
    noMore: 'Ďalej bez rád',
    marks: {
      lay: 'Si na ťahu. Karty so zlatým okrajom sa hodia na vrchnú kartu kopy: ťukni na jednu z nich.',
      draw: 'Na kopu sa teraz nehodí nič. Potiahni si kartu tlačidlom Ťahať.',
      debt: 'Sedma! Dlhuješ karty. Odpovedz sedmou alebo faraónom, inak si ich potiahni.',
      stop: 'Eso ťa zastavilo. Prebi ho svojím esom; ak nemáš, stoj.',
      over: 'Horníkom (H) si vypýtaš farbu, akú chceš.',
      group: 'Viac kariet s rovnakým znakom možno vyložiť naraz: ťukaj na ne jednu po druhej.',
      last: 'Ostáva ti jediná karta. Keď ju vyložíš, si von; vrátiť ťa môže už len červená sedma.',
      hint: 'Ak si nevieš rady, tlačidlo Rada povie dobrý ťah a prečo.',
    },
  },
  {
    firstTime: 'Your first time here?',
    firstTimeSays: 'Learn it in two minutes: four small tasks at the table.',
    begin: 'Learn in 2 minutes',
    knowIt: 'I know the rules',

    sheet: 'The rules on one page',
    sheetSays: 'The sentences are from the rules of this table.',
    firstGame: 'Play a game',
    moreLessons: 'What cards do',
    several: 'Several cards at once',
    sheetSuits: 'Suits',
    sheetValues: 'Values from the seven to the ace',
    suits: SUITS_EN,
    sheetNone: 'There is no short overview of these rules, but the full rules are one page.',
    sheetWhole: 'Full rules',

    gotIt: 'Got it',
    noMore: 'No more tips',
    marks: {
      lay: 'It is your turn. Cards with a golden rim fit the top card of the pile: tap one of them.',
      draw: 'Nothing fits the pile now. Press Draw to take a card.',
      debt: 'A seven! You owe cards. Answer with a seven or the Pharaoh, or else draw them.',
      stop: 'An ace has stopped you. Answer with an ace of your own; if you have none, stand.',
      over: 'With an over (O) you ask for whatever suit you want.',
      group: 'Several cards of the same value can be laid at once: tap them one after another.',
      last: 'You have one card left. Lay it, and you are out; only the red seven can bring you back.',
      hint: 'Not sure what to do? The Hint button tells you a good move, and why.',
    },
  },
)
