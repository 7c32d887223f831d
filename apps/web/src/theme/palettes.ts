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
  '#b8b2bc',
  '#948e98',
  '#5f5964',
  '#3d3641',
  '#2e2832',
  '#221d26',
  '#1a161d',
  '#141117',
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

/** Colours of acts that delete or end something, and of failures. Its filled shades carry white text. */
export const danger: MantineColorsTuple = [
  '#fdebe9',
  '#fbdcd9',
  '#f5b9b3',
  '#ec938b',
  '#de6459',
  '#cd443a',
  '#b3261e',
  '#a3221a',
  '#8a1c15',
  '#6d1610',
]
