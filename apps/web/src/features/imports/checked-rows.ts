import type { CheckedLine, ImportCheck, RowVerdict } from '@escola/contract/imports.contract'
import type { GoodRow, Preview } from './preview.ts'

export type GoodVerdict = Exclude<RowVerdict, 'refused'>
export type Counts = Record<GoodVerdict, number>

export interface Correction {
  line: number
  email: string
  suggestion: string
}
export interface VerdictRow extends GoodRow {
  /** Left out until the server has said it. */
  verdict?: GoodVerdict
}

const isGood = (verdict: RowVerdict): verdict is GoodVerdict => verdict !== 'refused'

export function countVerdicts({ rows }: ImportCheck): Counts {
  const counts: Counts = { new: 0, known: 0, here: 0 }
  for (const { verdict } of rows) if (isGood(verdict)) counts[verdict] += 1
  return counts
}

const byLine = (check: ImportCheck | undefined): Map<number, CheckedLine> =>
  new Map(check?.rows.map((each) => [each.line, each]))

/** Joins the rows of a file that are good with what the server says of each. */
export function withVerdicts({ goodRows }: Preview, check: ImportCheck | undefined): VerdictRow[] {
  const said = byLine(check)
  return goodRows.map((row) => {
    const verdict = said.get(row.line)?.verdict
    return verdict && isGood(verdict) ? { ...row, verdict } : row
  })
}

/** Lists the addresses for which the server proposes another one. */
export function listCorrections({ rows }: Preview, check: ImportCheck | undefined): Correction[] {
  const said = byLine(check)
  return rows.flatMap(({ line, email }) => {
    const suggestion = said.get(line)?.suggestion
    return suggestion && suggestion !== email ? [{ line, email: email.trim(), suggestion }] : []
  })
}
