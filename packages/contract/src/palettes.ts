/**
 * Colours of a school that has chosen none, and of pages without a school: ten steps from pale to deep. A step is equally light in every
 * palette, so contrast in one is contrast in all. A school's own palette comes with its context, because no page brings all of them.
 */
export const firstPalette = [
  '#f9f1fa',
  '#f1e0f3',
  '#e2c1e6',
  '#cf9fd7',
  '#bc7dc6',
  '#a65eb1',
  '#8c4398',
  '#722f7c',
  '#582360',
  '#3f1845',
]

/** Each step has six letters. */
const steps = {
  acai: 'f3f3ffe3e4fec8c8f9aba9f3908ae9776dd86051bf4b3c9f392e7b282059',
  mangue: 'eef7f3d8ece2b2d8c687c2a75bab8a2d936e037957005f43004933003524',
  mare: 'edf6fbd5eaf6acd5eb7cbcdd49a3ce018aba026f9702577700435d003044',
  urucum: 'fef1eefcdfd8f5bfb3eb9b8bdd7763c95541ae38248f22106f1a0c501208',
  grafite: 'f3f4f6e4e6ebc9ced7acb3c09098aa757f925d667a475061373d4b262b35',
  pitanga: 'fef0f1fbdee0f5bdc2ea98a2dc7382c85166ac334e8e1e3a6e162c500f1e',
  caju: 'fcf2ecf7e2d4edc4aadfa47bd0834bbb651a9b4e017b3c00602e00461f00',
  ipe: 'f7f4ecede6d4dacdaac5b17bb0954a997b157d6200634d004c3b00372900',
  mata: 'eff7eedcecdab9d8b592c28d6cab654993422b7924166110104a0b0b3507',
  lagoa: 'ecf7f6d5ecebabd8d77bc1c043aaaa029191007575005c5c004747003333',
  anil: 'eef5fedae8fcb5d0f78db5ef6699e4447ed32764ba144d9a0e3b78092a57',
  cacau: 'f7f3f1ede4e0dbcac2c6aca1b190829a7565815c4c67473950362b39261e',
}
export type PaletteName = 'jabuticaba' | keyof typeof steps

/** Splits a theme into its colours, from pale to deep. */
export const paletteOf = (theme: string): string[] =>
  Object.hasOwn(steps, theme)
    ? steps[theme as keyof typeof steps].match(/.{6}/g)!.map((step) => `#${step}`)
    : firstPalette

/** Names of palettes, in the order of the picker. */
export const paletteLabels: Record<PaletteName, string> = {
  jabuticaba: 'Jabuticaba',
  pitanga: 'Pitanga',
  urucum: 'Urucum',
  caju: 'Caju',
  ipe: 'Ipê',
  mata: 'Mata',
  mangue: 'Mangue',
  lagoa: 'Lagoa',
  mare: 'Maré',
  anil: 'Anil',
  acai: 'Açaí',
  cacau: 'Cacau',
  grafite: 'Grafite',
}
export const paletteNames = Object.keys(paletteLabels) as PaletteName[]
