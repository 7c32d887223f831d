import { firstPalette, paletteLabels, paletteNames, paletteOf } from '@escola/contract/palettes'
import { DEFAULT_THEME, type MantineTheme, mergeMantineTheme } from '@mantine/core'
import { describe, expect, it } from 'vitest'
import { cssVariablesResolver, themeOf } from './theme.ts'

type Rgb = [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb

/** A colour as the browser would paint it on a surface: hex, or our form of color-mix, with a colour below or with the surface. */
function paint(value: string, surface = ''): Rgb {
  const mix = value.match(/^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6}|transparent)\)$/)
  if (!mix) {
    expect(value).toMatch(/^#\w{6}$/)
    return rgb(value)
  }
  const [over, under, share] = [rgb(mix[1]!), rgb(mix[3] === 'transparent' ? surface : mix[3]!), Number(mix[2]) / 100]
  return over.map((channel, at) => channel * share + under[at]! * (1 - share)) as Rgb
}
const luminance = (color: Rgb) => {
  const [r, g, b] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (text: string, ground: string, surface = ground) => {
  const [light, dark] = [luminance(paint(text)), luminance(paint(ground, surface))].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const aa = 4.5
/** A mark without words (WCAG 1.4.11). */
const mark = 3

it('offers ten palettes and more, each once', () => {
  expect(paletteNames.length).toBeGreaterThanOrEqual(10)
  expect(new Set(Object.values(paletteLabels)).size).toBe(paletteNames.length)
  expect(new Set(paletteNames.map((name) => paletteOf(name).join())).size).toBe(paletteNames.length)
  for (const name of paletteNames) expect(paletteOf(name)).toHaveLength(10)
})

describe.each(paletteNames)('the palette %s has contrast', (name) => {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(paletteOf(name))) as MantineTheme
  const resolved = cssVariablesResolver(theme)

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    const roles: Record<string, string> = { ...resolved.variables, ...resolved[scheme] }
    const value = (role: string): string => {
      const named = roles[role]!.match(/^var\((.*)\)$/)
      return named ? value(named[1]!) : roles[role]!
    }
    const surfaces = ['--ground', '--sheet', '--raised'] as const
    const shade = (color: string, at: { light: number; dark: number }) => theme.colors[color]![at[scheme]]!

    it('between words and the three surfaces', () => {
      for (const surface of surfaces) {
        expect(contrast(value('--ink'), value(surface)), `--ink on ${surface}`).toBeGreaterThanOrEqual(7)
        for (const words of [
          '--ink-quiet',
          '--accent',
          '--green',
          '--amber',
          '--red',
          '--blue',
          '--mantine-color-error',
        ])
          expect(contrast(value(words), value(surface)), `${words} on ${surface}`).toBeGreaterThanOrEqual(aa)
      }
    })

    it('between words and the fills of quiet controls and of what is selected', () => {
      for (const surface of surfaces) {
        for (const fill of ['--quiet', '--quiet-over'])
          for (const words of ['--ink', '--ink-quiet', '--accent', '--red'])
            expect(contrast(value(words), value(fill), value(surface)), `${words} on ${fill}`).toBeGreaterThanOrEqual(
              aa,
            )
      }
      for (const fill of ['--accent-soft', '--accent-soft-strong'])
        for (const words of ['--ink', '--accent'])
          expect(contrast(value(words), value(fill)), `${words} on ${fill}`).toBeGreaterThanOrEqual(aa)
      expect(contrast(value('--ink-quiet'), value('--accent-soft')), 'quiet ink').toBeGreaterThanOrEqual(aa)
    })

    it('within the pairs of states, and for ink on them', () => {
      for (const state of ['green', 'amber', 'red', 'blue'])
        for (const words of [`--${state}`, '--ink'])
          expect(contrast(value(words), value(`--${state}-soft`)), `${words} on ${state}`).toBeGreaterThanOrEqual(aa)
      for (const color of ['teal', 'ambar', 'danger', 'blue'])
        for (const fill of ['light', 'light-hover']) {
          const words = value(`--mantine-color-${color}-light-color`)
          expect(contrast(words, value(`--mantine-color-${color}-${fill}`)), color).toBeGreaterThanOrEqual(aa)
        }
    })

    it('on filled buttons, also under the pointer, on pictures and on what has one colour in both schemes', () => {
      for (const color of ['school', 'danger'])
        for (const at of [
          { light: 7, dark: 6 },
          { light: 8, dark: 7 },
        ])
          expect(contrast(value('--on-accent'), shade(color, at)), `${color} filled`).toBeGreaterThanOrEqual(aa)
      expect(contrast(value('--on-accent'), value('--accent-fill'))).toBeGreaterThanOrEqual(aa)
      expect(contrast(value('--on-accent'), value('--accent-deep'))).toBeGreaterThanOrEqual(7)
      expect(contrast(theme.colors.school![1]!, value('--accent-deep')), 'beside the sign-in').toBeGreaterThanOrEqual(
        aa,
      )
      for (const [words, fill] of [
        ['--on-paper', '--paper'],
        ['--on-slate', '--slate'],
        ['--on-visit', '--visit'],
        ['--on-medal', '--gold'],
        ['--on-medal', '--silver'],
        ['--on-medal', '--bronze'],
      ] as const)
        expect(contrast(value(words), value(fill)), `${words} on ${fill}`).toBeGreaterThanOrEqual(aa)
    })

    it('for marks on a sheet', () => {
      for (const role of ['--accent-mark', '--green'])
        expect(contrast(value(role), value('--sheet')), role).toBeGreaterThanOrEqual(mark)
    })
  })
})

it('gives a school with an unknown theme the first palette', () => {
  expect([paletteOf('nenhum'), paletteOf('constructor'), themeOf().colors?.school]).toEqual(Array(3).fill(firstPalette))
})
