import { describe, expect, it } from 'vitest'
import type { Card } from '../../src/lib/protocol'
import { fanPlaces, fanWidth, placeAt, rows, type Fan } from '../../src/table/fan'
import { compareCards } from '../../src/table/hand'
import { seatPlaces } from '../../src/table/seats'

const phone: Fan = { width: 382, card: 72, touch: true, index: 40, curved: false, rowShows: 70 }
const desktop: Fan = { width: 540, card: 118, touch: false, index: 27, curved: true, rowShows: 70 }

describe('the fan', () => {
  it('on a phone holds eight cards in a row, then takes a second one', () => {
    expect([rows(8, phone), rows(9, phone), rows(16, phone)]).toEqual([[8], [5, 4], [8, 8]])
  })
  it('never gives a finger less than 44 pixels; more than two rows hold scroll', () => {
    for (const n of [5, 8, 9, 16, 24]) {
      const places = fanPlaces(n, phone).filter((place) => place.row === 0)
      for (let i = 1; i < places.length; i++)
        expect(places[i]!.x - places[i - 1]!.x).toBeGreaterThanOrEqual(43.99)
    }
    expect([fanWidth(16, phone), fanWidth(20, phone) > 382]).toEqual([382, true])
  })
  it('stays inside its box', () => {
    for (const n of [1, 2, 7, 12, 15]) {
      const xs = fanPlaces(n, desktop).map((place) => place.x)
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(-0.01)
      expect(Math.max(...xs)).toBeLessThanOrEqual(desktop.width - desktop.card + 0.01)
    }
  })
  it('is symmetrical', () => {
    const places = fanPlaces(6, desktop)
    expect(places[0]!.angle).toBeCloseTo(-places[5]!.angle)
    expect(places[0]!.x + places[5]!.x + desktop.card).toBeCloseTo(desktop.width)
  })
  it('finds the place of a dragged card', () => {
    fanPlaces(5, phone).forEach((place, i) => expect(placeAt(place.x + 36, place.y + 60, 5, phone)).toBe(i))
  })
})

describe('the seats', () => {
  const sides = (players: number, me: number | null) =>
    seatPlaces(players, me).map((place) => `${place.seat}${place.side[0]}${place.at}`)
  it('go clockwise from my left', () => {
    expect(sides(2, 0)).toEqual(['1t50'])
    expect(sides(3, 1)).toEqual(['2t27', '0t73'])
    expect(sides(4, 2)).toEqual(['3l0', '0t50', '1r100'])
    expect(sides(5, 0)).toEqual(['1l0', '2t32', '3t68', '4r100'])
  })
  it('are a row for six and more', () => {
    expect(seatPlaces(8, 0).every((place) => place.side === 'row')).toBe(true)
  })
  it('are all shown to a spectator', () => {
    expect(sides(3, null)).toEqual(['0l0', '1t50', '2r100'])
  })
})

it('cards sort by suit, by value or stay as dealt', () => {
  const cards: Card[] = ['bX', 'h7', 'lA', 'h9', 'b7']
  expect(cards.toSorted((a, b) => compareCards(a, b, 'suit'))).toEqual(['h7', 'h9', 'lA', 'b7', 'bX'])
  expect(cards.toSorted((a, b) => compareCards(a, b, 'value'))).toEqual(['h7', 'b7', 'h9', 'bX', 'lA'])
  expect(cards.toSorted((a, b) => compareCards(a, b, 'dealt'))).toEqual(cards)
})
