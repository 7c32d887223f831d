import type { MantineColorsTuple } from '@mantine/core'

/** A school's colours: equal steps of lightness in every palette, so what has contrast in one has it in all. */
export interface Palette {
  label: string
  colors: MantineColorsTuple
}

export const palettes = {
  jabuticaba: {
    label: 'Jabuticaba',
    colors: [
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
    ],
  },
  acai: {
    label: 'Açaí',
    colors: [
      '#f3f3ff',
      '#e3e4fe',
      '#c8c8f9',
      '#aba9f3',
      '#908ae9',
      '#776dd8',
      '#6051bf',
      '#4b3c9f',
      '#392e7b',
      '#282059',
    ],
  },
  mangue: {
    label: 'Mangue',
    colors: [
      '#eef7f3',
      '#d8ece2',
      '#b2d8c6',
      '#87c2a7',
      '#5bab8a',
      '#2d936e',
      '#037957',
      '#005f43',
      '#004933',
      '#003524',
    ],
  },
  mare: {
    label: 'Maré',
    colors: [
      '#edf6fb',
      '#d5eaf6',
      '#acd5eb',
      '#7cbcdd',
      '#49a3ce',
      '#018aba',
      '#026f97',
      '#025777',
      '#00435d',
      '#003044',
    ],
  },
  urucum: {
    label: 'Urucum',
    colors: [
      '#fef1ee',
      '#fcdfd8',
      '#f5bfb3',
      '#eb9b8b',
      '#dd7763',
      '#c95541',
      '#ae3824',
      '#8f2210',
      '#6f1a0c',
      '#501208',
    ],
  },
  grafite: {
    label: 'Grafite',
    colors: [
      '#f3f4f6',
      '#e4e6eb',
      '#c9ced7',
      '#acb3c0',
      '#9098aa',
      '#757f92',
      '#5d667a',
      '#475061',
      '#373d4b',
      '#262b35',
    ],
  },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
export const paletteOf = (uiTheme: string | undefined): Palette =>
  palettes[(uiTheme ?? '') in palettes ? (uiTheme as PaletteName) : 'jabuticaba']

/** Highlights: what is new, unfinished or worth a look. */
export const ambar: MantineColorsTuple = [
  '#fff5eb',
  '#fee9d3',
  '#ffd6ab',
  '#ffc280',
  '#ffad4a',
  '#f39d26',
  '#d2840b',
  '#a26403',
  '#7c4b00',
  '#583400',
]

/** Surfaces and text in dark, a breath of plum in them; from text (0) to the deepest ground (9). */
export const dark: MantineColorsTuple = [
  '#efe8f2',
  '#d8d2db',
  '#b4afb7',
  '#8f8a93',
  '#5b565e',
  '#433e45',
  '#322d34',
  '#252128',
  '#1c181e',
  '#130f15',
]

export const gray: MantineColorsTuple = [
  '#faf8f9',
  '#f5f1f4',
  '#ede8ec',
  '#e1dce0',
  '#d1ccd0',
  '#aba6aa',
  '#706c70',
  '#5c585c',
  '#423e42',
  '#2b272b',
]
