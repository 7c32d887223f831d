import { paletteOf } from '@escola/contract/palettes'

/** A colour of a school in print and mail: dark enough for white text on it, and pale enough to be read on a dark ground. */
export interface MailColors {
  deep: string
  pale: string
}

/** Colours of the school's screens. */
export const mailColors = (theme: string): MailColors => {
  const colors = paletteOf(theme)
  return { deep: colors[7]!, pale: colors[3]! }
}
