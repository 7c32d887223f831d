import { moneyOf } from '@escola/contract/money'
import { monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import * as queries from './charged-already.queries.ts'

/**
 * Reads the cents that the present month of São Paulo has charged for some students. They stay charged when the students leave, move or are merged, and each
 * question before it says so.
 */
export const readChargedFor = (db: SchoolDb, userIds: string[], { now }: Clock): Promise<number> =>
  queries.sumCharged(db, monthOf(now()), userIds)

/** Reads the same for students of a class. */
export const readChargedIn = (db: SchoolDb, students: queries.InCohort, { now }: Clock): Promise<number> =>
  queries.sumChargedIn(db, monthOf(now()), students)

/** Answers it for students who are named. */
export const showChargedFor = (school: School, userIds: string[], tools: Clock) =>
  school.tx(async (db) => ({ charged: moneyOf(await readChargedFor(db, userIds, tools)) }))
