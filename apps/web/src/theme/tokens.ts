import type { MantineTheme } from '@mantine/core'

/** Text, buttons and filled marks in ink; the school's own colours begin with `--accent`. */
const ink = { light: '#241a27', dark: '#efe8f2' }
const white = '#ffffff'

/** Fill of quiet controls and what the pointer is over: a little of the ink, on whatever surface it lies. */
const quiet = (scheme: 'light' | 'dark') => {
  const share = (percent: number) => `color-mix(in srgb, ${ink[scheme]} ${percent}%, transparent)`
  return scheme === 'light'
    ? { '--quiet': share(6), '--quiet-over': share(10) }
    : { '--quiet': share(9), '--quiet-over': share(12) }
}

/** Pairs of a state: words or a mark, the fill that they stand on, and that fill under the pointer. */
const states = {
  light: {
    green: ['#0a6a48', '#e3f5ec', '#d3eee1'],
    amber: ['#855000', '#fff1dc', '#fde5c2'],
    red: ['#a3221a', '#fdebe9', '#fbdcd9'],
    blue: ['#1b57a6', '#e8f1fc', '#d8e7fa'],
  },
  dark: {
    green: ['#7fe0bd', '#173b30', '#1c493b'],
    amber: ['#ffd08a', '#423116', '#503c1b'],
    red: ['#ffb4ab', '#482325', '#572a2c'],
    blue: ['#a9cdff', '#1d3352', '#243f64'],
  },
} as const

/** Mantine's name of each pair, for its badges, notes and buttons. */
const mantineNames = { green: 'teal', amber: 'ambar', red: 'danger', blue: 'blue' } as const

function statesOf(scheme: 'light' | 'dark') {
  const pairs = Object.entries(states[scheme]) as [keyof typeof mantineNames, readonly [string, string, string]][]
  return Object.fromEntries(
    pairs.flatMap(([name, [text, soft, over]]) => [
      [`--${name}`, text],
      [`--${name}-soft`, soft],
      ...softOf(mantineNames[name], soft, over, text),
      [`--mantine-color-${mantineNames[name]}-text`, text],
    ]),
  )
}

/** Variables of Mantine's quiet fill in a colour. */
const softOf = (name: string, fill: string, over: string, text: string) => [
  [`--mantine-color-${name}-light`, fill],
  [`--mantine-color-${name}-light-hover`, over],
  [`--mantine-color-${name}-light-color`, text],
]

/** Colours by their role in a scheme, for a school's palette. Surfaces are three: the ground, sheets on it, and what is raised above all. */
export function rolesOf({ colors }: MantineTheme, scheme: 'light' | 'dark'): Record<string, string> {
  const school = colors.school!
  const isLight = scheme === 'light'
  const sheet = isLight ? white : colors.dark![7]
  const raised = isLight ? white : colors.dark![6]
  const tint = (percent: number) => `color-mix(in srgb, ${school[6]} ${percent}%, ${sheet})`
  const inkQuiet = isLight ? colors.gray![7] : colors.dark![2]
  const roles = {
    '--ground': isLight ? '#f7f4f2' : colors.dark![9],
    '--sheet': sheet,
    '--raised': raised,
    '--line': isLight ? colors.gray![3] : colors.dark![5],
    '--ink': ink[scheme],
    '--ink-quiet': inkQuiet,
    ...quiet(scheme),
    '--accent': isLight ? school[7] : school[3],
    '--accent-fill': isLight ? school[7] : school[6],
    '--accent-mark': isLight ? school[6] : school[4],
    '--accent-soft': isLight ? school[0] : tint(26),
    '--accent-soft-strong': isLight ? school[1] : tint(40),
    '--accent-deep': school[9],
    '--on-accent': white,
    '--sheet-shadow': isLight ? '0 1px 2px rgb(49 20 58 / 7%), 0 3px 14px rgb(49 20 58 / 5%)' : 'none',
    ...statesOf(scheme),
  }
  return {
    ...roles,
    // Buttons and badges without a state are ink: the accent is for the one action of a page, and for what is selected.
    ...Object.fromEntries([
      ...softOf('school', 'var(--quiet)', 'var(--quiet-over)', 'var(--ink)'),
      ...softOf('gray', 'var(--quiet)', 'var(--quiet-over)', 'var(--ink-quiet)'),
    ]),
    '--mantine-color-body': sheet,
    '--mantine-color-dimmed': inkQuiet,
    '--mantine-color-placeholder': isLight ? colors.gray![6] : colors.dark![3],
    '--mantine-color-anchor': roles['--accent'],
    '--mantine-color-error': states[scheme].red[0],
    '--mantine-color-default-border': isLight ? colors.gray![4] : colors.dark![4],
  }
}

/** Sizes of text, in pixels: hints and marks, lists, body, headings of parts, of pages. Nothing is read below the first. */
export const fontSizes = { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' }
export const spacing = { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' }
/** Controls, sheets, and what is as round as it is high. */
export const radius = { xs: '4px', sm: '8px', md: '8px', lg: '12px', xl: '999px' }
export const shadows = {
  xs: '0 1px 2px rgb(49 20 58 / 6%)',
  sm: 'var(--sheet-shadow)',
  md: '0 2px 4px rgb(49 20 58 / 6%), 0 8px 24px rgb(49 20 58 / 9%)',
  lg: '0 4px 8px rgb(49 20 58 / 6%), 0 18px 48px rgb(49 20 58 / 14%)',
  xl: '0 4px 8px rgb(49 20 58 / 6%), 0 18px 48px rgb(49 20 58 / 14%)',
}

/** Roles that are the same in both schemes. */
export const fixedRoles = {
  ...Object.fromEntries(
    Object.entries({
      ground: 'ground',
      card: 'sheet',
      line: 'line',
      'school-text': 'accent',
      'school-soft': 'accent-soft',
      'school-soft-strong': 'accent-soft-strong',
      'school-deep': 'accent-deep',
    }).map(([name, role]) => [`--app-${name}`, `var(--${role})`]),
  ),
  /** A cover's 29:9 everywhere, so that pages don't jump while pictures load. */
  '--cover-ratio': '29 / 9',
  /** Title of a sign-in, an offer or a finished course. */
  '--display': 'clamp(1.75rem, 1.2rem + 2.2vw, 2.5rem)',
  '--text-page': fontSizes.xl,
  '--text-part': fontSizes.lg,
  /** Colours over a picture or a film. */
  '--veil': 'rgb(16 8 20 / 72%)',
  '--on-veil': white,
  /** Paper of a certificate, a QR code and a logo for light grounds, in both schemes. */
  '--paper': white,
  '--on-paper': '#706c70',
  '--check-light': '#e9e6ea',
  '--slate': '#17131a',
  '--on-slate': '#b4afb7',
  '--check-dark': '#2f2935',
  '--film': '#000000',
  '--amber-mark': '#f3a42f',
  /** Bar of a platform administrator who looks at a school. */
  '--visit': '#2b1f08',
  '--on-visit': '#fff3d6',
  '--gold': '#f6c945',
  '--silver': '#c9ced6',
  '--bronze': '#e0a271',
  '--on-medal': '#2b2200',
}
