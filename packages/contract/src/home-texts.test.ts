import { expect, it } from 'vitest'
import { banners, drawBanner } from './home-texts.ts'

it('draws each of the banners', () => {
  expect(banners.map((_, at) => drawBanner((at + 0.5) / banners.length))).toEqual([...banners])
  expect([drawBanner(0), drawBanner(1 - Number.EPSILON)]).toEqual([banners[0], banners.at(-1)])
})
