import { firstPalette, paletteLabels, paletteNames, paletteOf } from '@escola/contract/palettes'
import { DEFAULT_THEME, type MantineTheme, mergeMantineTheme } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { cssVariablesResolver, themeOf } from './theme.ts'

type Rgb = [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb

/** A colour as the browser would paint it: hex, or our one form of color-mix. */
function paint(value: string): Rgb {
  const mix = value.match(/^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)$/)
  if (!mix) {
    expect(value).toMatch(/^#\w{6}$/)
    return rgb(value)
  }
  const [over, under, share] = [rgb(mix[1]!), rgb(mix[3]!), Number(mix[2]) / 100]
  return over.map((channel, at) => channel * share + under[at]! * (1 - share)) as Rgb
}
const luminance = (color: Rgb) => {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [light, dark] = [luminance(paint(a)), luminance(paint(b))].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const aa = 4.5

it('offers ten palettes and more, each once', () => {
  expect(paletteNames.length).toBeGreaterThanOrEqual(10)
  expect(new Set(Object.values(paletteLabels)).size).toBe(paletteNames.length)
  expect(new Set(paletteNames.map((name) => paletteOf(name).join())).size).toBe(paletteNames.length)
  for (const name of paletteNames) expect(paletteOf(name)).toHaveLength(10)
})

describe.each(paletteNames)('the palette %s has contrast', (name) => {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(paletteOf(name))) as MantineTheme
  const resolved = cssVariablesResolver(theme)

  it.each(['light', 'dark'] as const)('in %s', (scheme) => {
    const css: Record<string, string> = resolved[scheme]
    const value = (variable: string) => css[variable]!
    const text = scheme === 'light' ? theme.black : theme.colors.dark[0]!
    const filled = theme.colors.school![scheme === 'light' ? 7 : 6]!
    expect(contrast('#ffffff', filled), 'white on a filled button').toBeGreaterThanOrEqual(aa)
    expect(contrast('#ffffff', value('--app-school-deep')), 'white on the deepest tone').toBeGreaterThanOrEqual(7)
    for (const ground of ['--app-ground', '--app-card', '--mantine-color-body']) {
      expect(contrast(text, value(ground)), `text on ${ground}`).toBeGreaterThanOrEqual(7)
      for (const tone of [
        '--app-school-text',
        '--mantine-color-anchor',
        '--mantine-color-dimmed',
        '--mantine-color-error',
      ]) {
        expect(contrast(value(tone), value(ground)), `${tone} on ${ground}`).toBeGreaterThanOrEqual(aa)
      }
    }
    const school = theme.colors.school!
    const hovered = school[scheme === 'light' ? 8 : 7]!
    expect(contrast('#ffffff', hovered), 'white on a filled button under the pointer').toBeGreaterThanOrEqual(aa)
    expect(contrast(school[1]!, school[9]!), 'text beside the sign-in').toBeGreaterThanOrEqual(aa)
    const bar = school[scheme === 'light' ? 6 : 4]!
    expect(contrast(bar, value('--app-card')), 'the bar of progress').toBeGreaterThanOrEqual(3)
    for (const soft of ['--app-school-soft', '--app-school-soft-strong']) {
      expect(contrast(text, value(soft)), `text on ${soft}`).toBeGreaterThanOrEqual(aa)
      expect(contrast(value('--app-school-text'), value(soft)), `school text on ${soft}`).toBeGreaterThanOrEqual(aa)
    }
    expect(
      contrast(value('--mantine-color-dimmed'), value('--app-school-soft')),
      'quiet text on a soft fill',
    ).toBeGreaterThanOrEqual(aa)
    for (const color of ['school', 'ambar', 'red', 'teal', 'gray']) {
      const key = `--mantine-color-${color}-light`
      expect(contrast(value(`${key}-color`), value(key)), key).toBeGreaterThanOrEqual(aa)
      expect(contrast(value(`${key}-color`), value(`${key}-hover`)), `${key}-hover`).toBeGreaterThanOrEqual(aa)
      expect(contrast(text, value(key)), `text on ${key}`).toBeGreaterThanOrEqual(aa)
    }
  })
})

it('gives a school with an unknown theme the first palette', () => {
  expect([paletteOf('nenhum'), paletteOf('constructor'), themeOf().colors?.school]).toEqual(Array(3).fill(firstPalette))
})
