import type { PlatformDb, SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import * as queries from './access-api.queries.ts'

type Place = queries.TokenPlace

/**
 * Finds the student whom another system has enrolled, by the token that it was given; undefined when there is none.
 * @throws link_used of a token that was good once, and account_merged where another student goes on for this one
 */
export async function findTokenStudent(db: PlatformDb, place: Place) {
  const given = await queries.holdToken(db, place)
  if (given?.utc_used_on) throw new AppError('link_used')
  if (given && given.merged_into !== null) throw new AppError('account_merged')
  return given && { userId: given.user_id, isSingleUse: given.is_single_use }
}

/** Spends a token that is good once; of several calls at the same moment one does. */
export async function spendToken(db: PlatformDb, place: Place): Promise<void> {
  if (!(await queries.spendToken(db, place))) throw new AppError('link_used')
}

/** Voids what was given to other systems for a student. */
export const forgetTokens = async (db: SchoolDb, userId: string): Promise<void> =>
  void (await queries.deleteTokensOf(db, userId))
