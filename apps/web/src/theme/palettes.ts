import type { MantineColorsTuple } from '@mantine/core'

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
