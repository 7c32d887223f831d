import { firstPalette } from '@escola/contract/palettes'
import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core'
import { ambar, dark, gray } from './palettes.ts'

const text = "'Figtree Variable', system-ui, sans-serif"
const headings = "'Bricolage Grotesque', 'Figtree Variable', system-ui, sans-serif"

/** @param palette ten colours, as a school's context has them */
export const themeOf = (palette: string[] = firstPalette): MantineThemeOverride =>
  createTheme({
    colors: { school: palette as unknown as MantineColorsTuple, ambar, dark, gray },
    primaryColor: 'school',
    primaryShade: { light: 7, dark: 6 },
    black: '#241a27',
    fontFamily: text,
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '7px', md: '10px', lg: '16px', xl: '28px' },
    lineHeights: { md: '1.55' },
    headings: {
      fontFamily: headings,
      fontWeight: '700',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: 'clamp(1.6rem, 1.3rem + 1.2vw, 2.1rem)', lineHeight: '1.15' },
        h2: { fontSize: '1.4rem', lineHeight: '1.25' },
        h3: { fontSize: '1.15rem', lineHeight: '1.3' },
        h4: { fontSize: '1rem', lineHeight: '1.35' },
      },
    },
    shadows: {
      xs: '0 1px 2px rgb(49 20 58 / 6%)',
      sm: '0 1px 2px rgb(49 20 58 / 6%), 0 2px 8px rgb(49 20 58 / 6%)',
      md: '0 2px 4px rgb(49 20 58 / 6%), 0 8px 24px rgb(49 20 58 / 9%)',
      lg: '0 4px 8px rgb(49 20 58 / 6%), 0 18px 48px rgb(49 20 58 / 14%)',
    },
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      // A dialog's heading is no second banner of the page.
      Modal: {
        defaultProps: { attributes: { header: { role: 'none' } }, closeButtonProps: { 'aria-label': 'Fechar' } },
      },
      // A menu stands in its place on the page, not beside all landmarks; and its first entry takes the focus: a placeholder for that is no entry,
      // and a menu may hold nothing else.
      Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    },
  })

const lightSoftText = (theme: MantineTheme): Record<string, string> => ({
  school: theme.colors.school![7],
  ambar: theme.colors.ambar![8],
  // Mantine's darkest teal is a shade too light for its own soft fill.
  teal: '#066649',
})

/** Quiet fills with text of the same colour on them, in contrast that Mantine's own don't reach in dark. */
const soft = (theme: MantineTheme, scheme: 'light' | 'dark') =>
  Object.fromEntries(
    (['school', 'ambar', 'red', 'teal', 'gray'] as const).flatMap((name) => {
      const color = theme.colors[name]!
      const mixed = (percent: number) => `color-mix(in srgb, ${color[6]} ${percent}%, ${theme.colors.dark[7]})`
      const [fill, hover, text] =
        scheme === 'light'
          ? [color[0], color[1], lightSoftText(theme)[name] ?? color[9]]
          : [mixed(22), mixed(34), color[3]]
      const key = `--mantine-color-${name}-light`
      return [
        [key, fill],
        [`${key}-hover`, hover],
        [`${key}-color`, text],
      ]
    }),
  )

/** The meanings that Mantine's own variables lack: a page's ground, the card on it, and text in the school's colour. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const school = theme.colors.school!
  return {
    variables: {},
    light: {
      ...soft(theme, 'light'),
      '--mantine-color-body': '#ffffff',
      '--mantine-color-dimmed': theme.colors.gray[7],
      '--mantine-color-placeholder': theme.colors.gray[6],
      '--mantine-color-anchor': school[7],
      '--mantine-color-error': '#b3261e',
      '--app-ground': '#faf8f7',
      '--app-card': '#ffffff',
      '--app-line': theme.colors.gray[3],
      '--app-school-text': school[7],
      '--app-school-soft': school[0],
      '--app-school-soft-strong': school[1],
      '--app-school-deep': school[9],
    },
    dark: {
      ...soft(theme, 'dark'),
      '--mantine-color-body': theme.colors.dark[7],
      '--mantine-color-dimmed': theme.colors.dark[2],
      '--mantine-color-placeholder': theme.colors.dark[3],
      '--mantine-color-anchor': school[3],
      '--mantine-color-error': '#ff9d94',
      '--app-ground': '#17131a',
      '--app-card': theme.colors.dark[7],
      '--app-line': theme.colors.dark[5],
      '--app-school-text': school[3],
      '--app-school-soft': `color-mix(in srgb, ${school[6]} 22%, ${theme.colors.dark[7]})`,
      '--app-school-soft-strong': `color-mix(in srgb, ${school[6]} 38%, ${theme.colors.dark[7]})`,
      '--app-school-deep': school[9],
    },
  }
}
