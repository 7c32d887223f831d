import type { Undecodable } from './decode-text.ts'
import type { Line } from './line.ts'

/** Table of a file. A text has one, without a name. */
export interface Sheet {
  name: string
  lines: Line[]
}
export type ListProblem = Undecodable | 'ods' | 'large' | 'unreadable'
