import { hourMs } from '@escola/contract/durations'
import { moneyOf } from '@escola/contract/money'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import { lockBank } from './ledger.queries.ts'
import { listWrongMonthSums } from './ledger-months.service.ts'
import * as queries from './ledger-proof.queries.ts'

/** Time by which the clocks of two processes may differ. */
const skewMs = hourMs

/**
 * Proves each row of the ledger: every movement by its transfers and by the movements before it, its kind by its key and accounts, the sums and the copy for the
 * list of schools by all movements, the charges of students by the list of counted students, a month's places by its students, and the sums of past months.
 * Its statements may see a movement that is booked between them, so what seems wrong is read once more while none can be.
 * @param clocks time by which a movement may be earlier than the previous one
 * @throws with a sentence for each wrong row, so that the job fails and is seen
 */
export const verifyLedger = (school: School, clocks: { skewMs?: number } = {}): Promise<void> =>
  school.tx(async (db) => {
    const skew = clocks.skewMs ?? skewMs
    if ((await listFaults(db, skew)).length === 0) return
    await lockBank(db)
    const faults = await listFaults(db, skew)
    if (faults.length > 0) throw new Error(`the ledger disagrees: ${faults.join('; ')}`)
  })

async function listFaults(db: SchoolDb, skew: number): Promise<string[]> {
  const movements = await queries.listWrongMovements(db, skew)
  const left = (movements[0]?.total ?? 0) - movements.length
  return [
    ...faultsOfSums(await queries.readSumsOfPlaces(db)),
    ...movements.map(faultOfMovement),
    ...(left > 0 ? [`${left} more movements are wrong`] : []),
    ...(await queries.listWrongTransfers(db)).map(faultOfTransfer),
    ...(await queries.listWrongCharges(db)).map(faultOfCharge),
    ...(await queries.listWrongMonths(db)).map(faultOfMonth),
    ...(await listWrongMonthSums(db)),
  ]
}

const reais = (cents: number) => `${moneyOf(cents)} BRL`

function faultsOfSums(sums: queries.Sums): string[] {
  const differs = (what: string, recorded: string | number, booked: string | number) =>
    recorded === booked ? [] : [`${what} is ${recorded}, and all movements make it ${booked}`]
  return [
    ...differs("the school's balance", reais(sums.bank_cents), reais(sums.transferred_cents)),
    ...differs('the balance in the list of schools', reais(sums.listed_cents), reais(sums.transferred_cents)),
    ...differs("the number of the school's points", sums.bank_points, sums.transferred_points),
    ...differs('the number of the last movement', sums.counted, sums.movements),
    ...(sums.movements > 0 ? differs("the statement's last place", sums.bank_place, sums.last_place) : []),
  ]
}

function faultOfMovement(row: queries.WrongMovement): string {
  const faults = [
    row.missing !== 0 && `${row.missing} before it are missing`,
    row.is_empty && 'it moves nothing',
    row.has_wrong_key && 'its key is one of another kind',
    row.has_wrong_cents &&
      `it records a balance of ${reais(row.balance_cents)}, and the movements up to it make ${reais(row.true_cents)}`,
    row.has_wrong_points && `it records ${row.points} points, and the movements up to it make ${row.true_points}`,
    row.has_wrong_place && 'it begins another row of the statement than the next one',
    row.has_wrong_day && 'it records other sums of the latest row of students than the movements have',
    row.utc_before &&
      `it is dated ${row.utc_booked_on.toISOString()}, and the one before it ${row.utc_before.toISOString()}`,
  ].filter((fault) => typeof fault === 'string')
  return `${nameOf(row)}: ${faults.join(', ')}`
}

const nameOf = ({ number, kind }: { number: number; kind: string }) => `movement ${number} (${kind})`

const faultOfTransfer = ({ move, cents, ...row }: queries.WrongTransfer): string =>
  `${nameOf(row)}: it moves ${cents} from ${move.replace('>', 'to')}, which its kind does not`

const faultOfCharge = ({ number, month, charged, counted }: queries.WrongCharge): string =>
  `movement ${number} (students of ${month}): it charges ${reais(charged)}, and the students whom it counted cost ${reais(counted)}`

function faultOfMonth(row: queries.WrongMonth): string {
  const { month, places, run_place, last_place, students, charged, counted } = row
  const sums =
    charged === counted ? '' : `, its movements charge ${reais(charged)}, and its students cost ${reais(counted)}`
  return `students of ${month}: the month has given ${places} places (${run_place} by its run), and its ${students} students have places up to ${last_place}${sums}`
}
