import type { CheckedLine, ImportCheck, RefusalReason, RowVerdict } from '@escola/contract/imports.contract'
import { type JoinRefusal, joinRefusals } from '@escola/contract/terms'
import type { GoodRow, Preview } from './preview.ts'

/** turned_away: the class has no place for a row that is good as it stands. */
export type GoodVerdict = Exclude<RowVerdict, 'refused'> | 'turned_away'
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

export const isReady = ({ verdict }: VerdictRow) => verdict !== 'turned_away'

const isTurnedAway = (reason: RefusalReason | undefined): reason is JoinRefusal =>
  reason !== undefined && Object.hasOwn(joinRefusals, reason)

const verdictOf = ({ verdict, reason }: CheckedLine): GoodVerdict | undefined =>
  verdict === 'refused' ? (isTurnedAway(reason) ? 'turned_away' : undefined) : verdict

export function countVerdicts({ rows }: ImportCheck): Counts {
  const counts: Counts = { new: 0, known: 0, here: 0, turned_away: 0 }
  for (const row of rows) {
    const verdict = verdictOf(row)
    if (verdict) counts[verdict] += 1
  }
  return counts
}

/** Finds why the class turns some rows away; it is the same for all of them. */
export const findTurnedAway = ({ rows }: ImportCheck): JoinRefusal | undefined =>
  rows.map(({ reason }) => reason).find(isTurnedAway)

const byLine = (check: ImportCheck | undefined): Map<number, CheckedLine> =>
  new Map(check?.rows.map((each) => [each.line, each]))

/** Joins the rows of a file that are good with what the server says of each. */
export function withVerdicts({ goodRows }: Preview, check: ImportCheck | undefined): VerdictRow[] {
  const said = byLine(check)
  return goodRows.map((row) => {
    const line = said.get(row.line)
    const verdict = line && verdictOf(line)
    return verdict ? { ...row, verdict } : row
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
