import type { FontName } from '../fonts.ts'
import type { Align, Box, Pen } from '../pen.ts'

/** Place of texts and the colours that are read well there. */
interface Place {
  box: Box
  align: Align
  ink: string
  quiet: string
}

/** The front of a certificate: where everything stands, in which colours and faces, and what is drawn below it. */
export interface Layout {
  /** Colour of the paper. */
  paper: string
  /** Draws ornaments, which are seen and not read. */
  drawGround(pen: Pen): void
  head: {
    logo: Box
    /** Name of the school below its logo. */
    name: Box
    /** Name of a school without a logo. */
    nameAlone: Box
    align: Align
    /** Colour below the logo. */
    ground: string
    isDark: boolean
    ink: string
    quiet: string
  }
  text: Place & {
    accent: string
    titleSize: number
    studentFont: FontName
    studentSize: number
  }
  signers: Place & { line: string }
  /** The box is the square of the QR; the code stands below it. */
  proof: Place & { hasTile: boolean }
  register: Place
  foot: Place
}

export const ink = '#1F1B24'
export const quiet = '#5F5A66'
