import { expect, it } from 'vitest'
import { bannerOf } from './home-texts.ts'

it('draws one banner for a whole day in São Paulo, and several over a month', () => {
  const morning = bannerOf('7', new Date('2026-11-26T03:00:00Z'))
  expect(bannerOf('7', new Date('2026-11-27T02:59:00Z'))).toBe(morning)
  const month = Array.from({ length: 30 }, (_, day) => bannerOf('7', new Date(Date.UTC(2026, 10, day + 1, 12))))
  expect(new Set(month).size).toBeGreaterThan(3)
})
