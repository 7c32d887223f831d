import { randomUUID } from 'node:crypto'
import { dayMs } from '@escola/contract/durations'
import { paymentLimits } from '@escola/contract/payments.contract'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import type { Clock } from '../../../core/tools.ts'
import { CardRefused } from '../../../payments/provider-errors.ts'
import { lockBank } from '../../ledger/ledger.service.ts'
import * as queries from './card-tries.queries.ts'

const dayBefore = (now: Date) => new Date(now.getTime() - dayMs)

const areTooMany = async (db: SchoolDb, now: Date): Promise<boolean> =>
  (await queries.countTries(db, dayBefore(now))) >= paymentLimits.refusedPerDay

/**
 * Records a try of a card before the provider is asked, and counts it as refused until `endTry`. The sums are held from here on, so tries that come at once are
 * counted one after the other.
 * @throws AppError where too many cards were refused: people who stole numbers try which of them are good
 */
export async function beginTry(db: SchoolDb, key: string, { now }: Clock): Promise<void> {
  const moment = now()
  await lockBank(db)
  if (await areTooMany(db, moment)) throw new AppError('too_many_cards')
  await queries.deleteTriesBefore(db, dayBefore(moment))
  await queries.insertTry(db, { kind: 'begun', key, utc_tried_on: moment })
}

/** Stops counting a try: it brought money or a saved card, or no card was tried. */
export const endTry = (db: SchoolDb, key: string) => queries.deleteTry(db, key)

/** Makes a try that is counted where the card is refused. */
export async function tryCard<T>(school: School, work: () => Promise<T>, tools: Clock): Promise<T> {
  const key = randomUUID()
  await school.tx((db) => beginTry(db, key, tools))
  let isRefused = false
  try {
    return await work()
  } catch (error) {
    isRefused = error instanceof CardRefused
    throw error
  } finally {
    if (!isRefused) await school.tx((db) => endTry(db, key))
  }
}

/**
 * Records a refusal that the provider reported: the page of a payer can try cards there without us.
 * @returns whether too many were refused by now
 */
export const recordRefusedTry = (school: School, eventId: string, { now }: Clock): Promise<boolean> =>
  school.tx(async (db) => {
    const moment = now()
    await queries.insertTry(db, { kind: 'told', key: eventId, utc_tried_on: moment })
    return areTooMany(db, moment)
  })
