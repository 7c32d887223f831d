import { firstPalette } from '@escola/contract/palettes'
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorResolverResult,
} from '@mantine/core'
import { ambar, danger, dark, gray } from './palettes.ts'
import { fixedRoles, fontSizes, radius, rolesOf, shadows, spacing } from './tokens.ts'

const text = "'Figtree Variable', system-ui, sans-serif"
const headings = "'Bricolage Grotesque', 'Figtree Variable', system-ui, sans-serif"

/** A badge is read as other words are. */
const badgeSizes = { '--badge-fz': fontSizes.xs, '--badge-height': '1.5rem', '--badge-padding-x': '0.625rem' }

/** Looks of buttons that Mantine has not, or has otherwise: secondary actions are quiet, and the pale accent is for what is selected. */
const variants: Partial<Record<string, VariantColorResolverResult>> = {
  default: {
    background: 'var(--quiet)',
    hover: 'var(--quiet-over)',
    color: 'var(--ink)',
    border: '1px solid transparent',
  },
  selected: {
    background: 'var(--accent-soft-strong)',
    hover: 'var(--accent-soft-strong)',
    color: 'var(--accent)',
    border: '1px solid transparent',
  },
}
const raised = { background: 'var(--raised)' }
/** Look of dialogs and sheets, whose heading is no second banner of the page. */
const dialogLook = {
  defaultProps: { attributes: { header: { role: 'none' } }, closeButtonProps: { 'aria-label': 'Fechar' } },
  styles: { content: raised, header: raised },
}

/** @param palette ten colours, as a school's context has them */
export const themeOf = (palette: string[] = firstPalette): MantineThemeOverride =>
  createTheme({
    colors: { school: palette as unknown as MantineColorsTuple, ambar, danger, dark, gray },
    primaryColor: 'school',
    primaryShade: { light: 7, dark: 6 },
    black: '#241a27',
    fontFamily: text,
    defaultRadius: 'md',
    fontSizes,
    spacing,
    radius,
    shadows,
    lineHeights: { md: '1.55' },
    headings: {
      fontFamily: headings,
      fontWeight: '700',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: fontSizes.xl, lineHeight: '1.2' },
        h2: { fontSize: fontSizes.lg, lineHeight: '1.3' },
        h3: { fontSize: fontSizes.lg, lineHeight: '1.3' },
        h4: { fontSize: fontSizes.md, lineHeight: '1.4' },
      },
    },
    variantColorResolver: (input) => variants[input.variant] ?? defaultVariantColorsResolver(input),
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      // Sheets have no line: they lie on the ground by their shadow, and in the dark by their lightness.
      Paper: { defaultProps: { radius: 'lg', shadow: 'sm' } },
      Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 600 }, vars: () => ({ root: badgeSizes }) },
      Modal: dialogLook,
      Drawer: dialogLook,
      // A menu stands in its place on the page, not beside all landmarks; and its first entry takes the focus: a placeholder for that is no entry,
      // and a menu may hold nothing else.
      Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
    },
  })

/** The roles of our own, and those of Mantine that its colours don't reach with enough contrast. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => ({
  variables: fixedRoles,
  light: rolesOf(theme, 'light'),
  dark: rolesOf(theme, 'dark'),
})
