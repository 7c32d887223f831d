import { afterEach, expect, it, vi } from 'vitest'
import { banners, drawBanner } from './home-texts.ts'

afterEach(() => void vi.restoreAllMocks())

it('draws each of the banners', () => {
  const chance = vi.spyOn(Math, 'random')
  const drawn = banners.map((_, at) => {
    chance.mockReturnValueOnce((at + 0.5) / banners.length)
    return drawBanner()
  })
  expect(drawn).toEqual([...banners])
})
