import { moneyOf } from '@escola/contract/money'
import type { SchoolDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { readChargedIn } from '../charges/charged-already.service.ts'
import { countRemoval } from '../cohorts/cohort-removal.service.ts'
import { moveEndedGrants, moveGrants } from '../enrollments/moved-grants.service.ts'
import * as queries from './followed.queries.ts'

export type FollowedGrant = queries.FollowedGrant

/** Grants of a class that charges of their subscriptions follow, in the order of their students. */
export const listFollowed = (db: SchoolDb, cohortId: string, { now }: Clock, range?: queries.Range) =>
  queries.listFollowed(db, { cohortId, now: now(), range })

export const listUsers = (grants: { userId: string }[]) => [...new Set(grants.map(({ userId }) => userId))]

/** Students who are in the class by a subscription now. */
export const listInside = (grants: FollowedGrant[]) => listUsers(grants.filter(({ isLiving }) => isLiving))

export const getRemoval = (school: School, { id }: { id: string }, tools: Clock) =>
  school.tx(async (db) => {
    const counts = await countRemoval(db, id)
    const charged = moneyOf(await readChargedIn(db, { cohortId: id }, tools))
    const grants = await listFollowed(db, id, tools)
    const renewing = listUsers(grants).length
    return { removal: { ...counts, charged, renewing, lapsed: renewing - listInside(grants).length } }
  })

interface Move {
  cohortId: string
  targetId: string
  followed: FollowedGrant[]
  movedBy: string
}

/**
 * Moves subscribers to another class: students who are in the class with all that gives it to them, and of the others what their next charge follows.
 * The caller holds the purchases and both classes.
 */
export async function moveFollowed(db: SchoolDb, { followed, ...move }: Move, tools: BillingTools): Promise<void> {
  await moveGrants(db, { ...move, userIds: listInside(followed) }, tools)
  await moveEndedGrants(db, { ...move, grantIds: followed.map(({ id }) => id) }, tools)
}
