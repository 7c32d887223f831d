import { moneyOf } from '@escola/contract/money'
import { monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { bookMovement, lockBank } from '../ledger/ledger.service.ts'
import * as queries from './returned-charges.queries.ts'

/** Forecasts what goes back when an import is undone, and what the month has charged for its students besides. */
export async function forecastReturn(db: SchoolDb, importId: string, { now }: Clock) {
  const month = monthOf(now())
  const returned = await queries.sumReturnable(db, month, importId)
  const charged = await queries.sumChargedByImport(db, month, importId)
  return { returned: moneyOf(returned), charged: moneyOf(Math.max(0, charged - returned)) }
}

/**
 * Gives back, as one movement, the price of those whom an import made that is undone, and who were never in the school. Their places stay used.
 * @param month month in which the undoing was asked for
 */
export async function returnCharges(
  db: SchoolDb,
  { importId, month }: { importId: string; month: string },
  { now }: Clock,
): Promise<void> {
  await lockBank(db)
  const { cents, students } = await queries.markReturned(db, month, { importId, now: now() })
  if (cents === 0) return
  await bookMovement(
    db,
    {
      key: `import_undone:${month}:${importId}`,
      kind: 'import_undone',
      quantity: students,
      transfers: [{ from: 'revenue.students', to: 'balance', unit: 'cents', amount: cents }],
    },
    { now },
  )
}

/** Students who come again after their price went back, and what they cost again: each has their place still, and its price. */
export const listReturned = (db: SchoolDb, month: string, userIds: string[]): Promise<queries.ReturnedStudent[]> =>
  queries.listReturned(db, month, userIds)

export const sumOfReturned = (students: queries.ReturnedStudent[]): number =>
  students.reduce((sum, { cents }) => sum + cents, 0)

/** Charges students who come again, a movement for each row of neighbours: its key names the first, and the others have the places behind. The bank is held. */
export async function chargeAgain(
  db: SchoolDb,
  month: string,
  students: queries.ReturnedStudent[],
  tools: Clock,
): Promise<void> {
  if (students.length === 0) return
  await queries.unmarkReturned(
    db,
    month,
    students.map(({ userId }) => userId),
  )
  for (const row of neighboursOf(students)) {
    const [first] = row
    await bookMovement(
      db,
      {
        key: `students:${month}:${first!.userId}:${first!.utc_returned_on.getTime()}`,
        kind: 'students',
        quantity: row.length,
        month,
        transfers: [{ from: 'balance', to: 'revenue.students', unit: 'cents', amount: sumOfReturned(row) }],
      },
      tools,
    )
  }
}

/** Splits students into rows in which each follows the previous one. */
function neighboursOf(students: queries.ReturnedStudent[]): queries.ReturnedStudent[][] {
  const rows: queries.ReturnedStudent[][] = []
  for (const student of students) {
    const last = rows.at(-1)
    if (last?.at(-1)?.rank === student.rank - 1) last.push(student)
    else rows.push([student])
  }
  return rows
}
