import { expect, it } from 'vitest'
import { SharedPlaces } from './shared-places.ts'

const one = { key: 'user 1' }
const other = { key: 'user 2' }
const take = (places: SharedPlaces, count: number, caller?: { key: string; network?: string }) => {
  for (let nth = 0; nth < count; nth++) places.take(caller)
}

it('refuses no caller until half of the places are taken, and then one who holds a tenth', () => {
  const places = new SharedPlaces()
  take(places, 49, one)
  expect(places.refuses(one, 100)).toBe(false)
  places.take(one)
  expect([places.refuses(one, 100), places.refuses(other, 100)]).toEqual([true, false])
  take(places, 9, other)
  expect(places.refuses(other, 100)).toBe(false)
  places.take(other)
  expect(places.refuses(other, 100)).toBe(true)
  for (let nth = 0; nth < 11; nth++) places.free(one)
  expect(places.refuses(one, 100)).toBe(false)
})

it('refuses all callers when no place is left, and those who cannot be told apart only then', () => {
  const places = new SharedPlaces()
  take(places, 99)
  expect(places.refuses(undefined, 100)).toBe(false)
  places.take(undefined)
  expect([places.refuses(undefined, 100), places.refuses(one, 100)]).toEqual([true, true])
})

it('gives a wider network twice the share', () => {
  const places = new SharedPlaces()
  take(places, 40)
  for (let nth = 0; nth < 19; nth++) places.take({ key: `net ${nth}`, network: 'house' })
  expect(places.refuses({ key: 'net 99', network: 'house' }, 100)).toBe(false)
  places.take({ key: 'net 20', network: 'house' })
  expect(places.refuses({ key: 'net 99', network: 'house' }, 100)).toBe(true)
  expect(places.refuses({ key: 'net 99', network: 'garden' }, 100)).toBe(false)
})
