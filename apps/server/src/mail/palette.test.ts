import { paletteNames } from '@escola/contract/palettes'
import { expect, it } from 'vitest'
import { mailColors } from './palette.ts'

const luminance = (hex: string) => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
const contrast = (a: string, b: string) => {
  const [light, dark] = [luminance(a), luminance(b)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

it.each(paletteNames)('a letter in %s can be read, on white paper and on dark', (theme) => {
  const { deep, pale } = mailColors(theme)
  expect(contrast('#ffffff', deep)).toBeGreaterThanOrEqual(7)
  expect(contrast(pale, '#241f29')).toBeGreaterThanOrEqual(4.5)
})
