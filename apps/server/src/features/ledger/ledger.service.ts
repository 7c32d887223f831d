import {
  type Bank,
  type ledger,
  ledgerLimits,
  movementPath,
  type Movement as WireMovement,
} from '@escola/contract/ledger.contract'
import { moneyOf } from '@escola/contract/money'
import type { ResponseInput } from '@escola/contract/route'
import { dayOf, monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import { pageRangeOf } from '../../core/paging.ts'
import { type Attended, isPlatformAdmin, platformActorOf, type School } from '../../core/scope.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { type NamedRow, nameBookers } from './bookers.service.ts'
import * as queries from './ledger.queries.ts'
import { adjustmentTransfers, advanceBank, type Bank as LedgerBank, type Movement, swapTransfers } from './movements.ts'

export type Transfers = Movement['transfers']

/** Bank for callers who may not see a school's, and of a school before its first movement (part 1 §9). */
export const emptyBank: Bank = { balance: moneyOf(0), points: 0 }

export const balanceOf = ({ balance_cents }: { balance_cents: string }): string => moneyOf(Number(balance_cents))

type Sums = Pick<LedgerBank, 'balance_cents' | 'points'>

const toBank = ({ balance_cents, points }: Sums): Bank => ({ balance: moneyOf(balance_cents), points })

/**
 * Locks the school's sums until the transaction ends: what is charged, and what charges follow from, changes one after the other. The school's own row is held
 * after them, never before.
 */
export const lockBank = (db: SchoolDb): Promise<Sums> => queries.lockBank(db)

/** Reads the sums as they are at this moment, and lets them change. */
export const readSums = (db: SchoolDb): Promise<Sums> => queries.readSums(db)

export const readBank = async (db: SchoolDb): Promise<Bank> => toBank(await queries.readSums(db))

/**
 * Books a movement, once for each key, and keeps the sums beside it. The sums are locked first, so movements of a school come one after the other.
 * One by which the balance falls below zero writes a job, which notifies the administrators.
 * @returns the bank afterwards
 * @throws AppError points_missing when the school would have fewer than no points
 */
export async function bookMovement(db: SchoolDb, movement: Movement, { now }: Clock): Promise<Bank> {
  const before = await queries.lockBank(db)
  const moment = now()
  const { bank, place } = advanceBank(before, movement, dayOf(moment))
  if (!(await queries.insertMovement(db, movement, { bank, place, now: moment }))) return toBank(before)
  if (bank.points < 0) throw new AppError('points_missing')
  await queries.updateBank(db, bank)
  if (bank.balance_cents !== before.balance_cents) await queries.copyBalance(db, bank)
  if (before.balance_cents >= 0 && bank.balance_cents < 0)
    await enqueue(db, jobs.recordFall, { movementNumber: String(bank.last_number) })
  return toBank(bank)
}

/** Finds the cents that the movement of a key took from the school; 0 where none did. */
export const findTaken = (db: SchoolDb, key: string): Promise<number> => queries.findTaken(db, key)

/** Finds when the movement of a key was booked; undefined without one. */
export const findMoment = (db: SchoolDb, key: string): Promise<Date | undefined> => queries.findMoment(db, key)

/** Makes the key of what a caller books: a call that is repeated under its own key books nothing more. */
export const keyOf = ({ actor, idempotencyKey }: Attended, kind: string) =>
  `${kind}:${actor.userId}:${idempotencyKey ?? crypto.randomUUID()}`

const namedBy = (bookedBy: string | undefined) => (bookedBy ? { bookedBy } : {})

/**
 * Books what a caller has asked for.
 * @throws AppError key_used when their key has booked something else
 */
async function bookAsked(db: SchoolDb, movement: Movement, tools: Clock): Promise<Bank> {
  const bank = await bookMovement(db, movement, tools)
  if (!(await queries.isBooked(db, movement))) throw new AppError('key_used')
  return bank
}

/**
 * Tells whether a caller's key has booked something for this reason already.
 * @throws AppError key_used when it has for another one
 */
export async function isAskedBefore(db: SchoolDb, { key, reason }: { key: string; reason: string }): Promise<boolean> {
  const booked = await queries.findReason(db, key)
  if (booked !== undefined && booked !== reason) throw new AppError('key_used')
  return booked !== undefined
}

/** Swaps points for balance, by one of the tiers. */
export const swapPoints = (school: Attended, points: number, tools: Clock) =>
  school.tx(async (db) => {
    const movement: Movement = {
      key: keyOf(school, 'swap'),
      kind: 'swap',
      transfers: swapTransfers(points),
      ...namedBy(platformActorOf(school)),
    }
    return { bank: await bookAsked(db, movement, tools) }
  })

/** Corrects a school's balance by hand, in the name of an administrator of the platform. The balance may go below zero. */
export async function adjustBalance(
  school: Attended,
  { cents, reason }: { cents: number; reason: string },
  tools: Clock,
): Promise<{ bank: Bank }> {
  if (!isPlatformAdmin(school.actor)) throw new AppError('platform_only')
  const movement: Movement = {
    key: keyOf(school, 'adjustment'),
    kind: 'adjustment',
    transfers: adjustmentTransfers(cents),
    reason,
    bookedBy: school.actor.userId,
  }
  return school.tx(async (db) => ({ bank: await bookAsked(db, movement, tools) }))
}

const rowsPerPage = ledgerLimits.movementsPerPage

/** Reads the statement, newest first. */
export async function readStatement(
  school: School,
  { page, month }: { page: number; month?: string | undefined },
  { platform }: Pick<PlatformTools, 'platform'>,
): Promise<ResponseInput<typeof ledger.statement>> {
  const { rows, total, ...sums } = await school.tx(async (db) => {
    const span = queries.spanOf(month)
    const total = await queries.countRows(db, span)
    const rows = await queries.listRows(db, { span, total }, pageRangeOf({ page, rowsPerPage, total }))
    const first = await queries.findFirstMoment(db)
    return { rows, total, bank: await readBank(db), first_month: first && monthOf(first) }
  })
  const list = (await nameBookers(rows, platform)).map(toWireMovement)
  return { ...sums, movements: { total, page, rowsPerPage, list } }
}

const toWireMovement = ({ row: _row, payment_id, student_link, utc_booked_on, ...row }: NamedRow): WireMovement => ({
  ...row,
  path: movementPath({ ...row, payment_id, student_link }),
  utc_booked_on: utc_booked_on.toISOString(),
})

/** Reads what the payment provider has taken for the school and not given back, in cents, as the ledger has it. */
export const readProvided = (db: SchoolDb): Promise<number> => queries.readGivenBy(db, 'provider')
