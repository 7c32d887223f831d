import { type BulkKind, bulkTexts } from '@escola/contract/bulk-changes.contract'
import { cohortMessages } from '@escola/contract/cohorts.contract'
import { joinRefusals } from '@escola/contract/terms'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { BillingTools } from '../../core/tools.ts'
import type { Run } from '../../jobs/runs/runs.queries.ts'
import type { RunKind, Step, Working } from '../../jobs/runs/runs.ts'
import { quoteStudents, requireQuote } from '../charges/quotes.service.ts'
import { deleteCohort, lockRemoval } from '../cohorts/cohort-removal.service.ts'
import { holdCohort } from '../cohorts/cohorts.service.ts'
import { holdRunCohorts } from '../cohorts/run-cohorts.service.ts'
import { predictRefusals, refuseJoining } from '../enrollments/seats.service.ts'
import {
  type FollowedGrant,
  listFollowed,
  listInside,
  listUsers,
  moveFollowed,
} from '../renewals/cohort-removal.service.ts'
import { findRenewing, giveRenewing, type RenewingGrant } from '../renewals/renewals.service.ts'
import { lockPurchases } from '../sales/purchases/purchases.service.ts'
import { startBulk } from './bulk-changes.service.ts'
import { batchOf, countReasons, type Outcome } from './bulk-steps.service.ts'

/** Students who are changed in the call itself; a job does more of them, some in each transaction. */
const subscribersAtOnce = 200

/** Adds the subscribers of what a class sells, by their purchases: renewals follow both classes from now on, and a refund ends both. */
export const addSubscribers = (school: Attended, { id: cohortId }: { id: string }, tools: BillingTools) =>
  school.tx(async (db) => {
    const found = await findRenewing(db, cohortId, tools)
    const isMany = listUsers(found).length > subscribersAtOnce
    if (!isMany) await lockPurchases(db, found)
    if (!(await holdCohort(db, cohortId))) throw notFound()
    const grants = isMany ? found : await keepHeld(found, () => findRenewing(db, cohortId, tools))
    const userIds = listUsers(grants)
    const refuse = isMany ? predictRefusals : refuseJoining
    const [refusal] = (await refuse(db, cohortId, userIds, tools)).values()
    if (refusal) throw invalidField('school_gateway_id', joinRefusals[refusal])
    if (!isMany) {
      await giveRenewing(db, { cohortId, grants, grantedBy: school.actor.userId, mayOwe: false }, tools)
      return { students: userIds.length, bulk_id: null }
    }
    requireQuote(await quoteStudents(db, { cohortId, userIds, begins: true }, tools), 'school_gateway_id')
    const change = { action: 'subscribe' as const, cohortId, fromId: null, total: userIds.length }
    return {
      students: userIds.length,
      bulk_id: await begin(db, school, { ...change, field: 'school_gateway_id' }, tools),
    }
  })

interface Removed {
  id: string
  /** Class to which subscribers go; null: they lose their access. */
  renewals_to?: string | null | undefined
}

/**
 * Deletes a class. Those who subscribe go where the administrator says, also those who are out until their next charge: a class that was deleted is no
 * target of it. Where they are many a job moves them, and deletes the class at the end.
 */
export const removeCohort = (school: Attended, { id, renewals_to: targetId }: Removed, tools: BillingTools) =>
  school.tx(async (db) => {
    const before = targetId ? await listFollowed(db, id, tools) : []
    const isMany = listUsers(before).length > subscribersAtOnce
    // A charge that is being done holds its purchase before its class.
    if (!isMany) await lockPurchases(db, before)
    const cohort = await lockRemoval(db, id, targetId ?? null)
    const followed = await listFollowed(db, id, tools)
    if (followed.length > 0 && targetId === undefined) throw invalidField('renewals_to', cohortMessages.renewals)
    const movedBy = school.actor.userId
    if (targetId) {
      if (targetId === id) throw invalidField('renewals_to', cohortMessages.renewalsSame)
      const [refusal] = (await refuseJoining(db, targetId, listInside(followed), tools)).values()
      if (refusal) throw invalidField('renewals_to', joinRefusals[refusal])
      if (isMany) {
        const change = { action: 'dissolve' as const, cohortId: targetId, fromId: id }
        const total = listUsers(followed).length
        return {
          ok: true as const,
          bulk_id: await begin(db, school, { ...change, total, field: 'renewals_to' }, tools),
        }
      }
      await moveFollowed(db, { cohortId: id, targetId, followed, movedBy }, tools)
    }
    await deleteCohort(db, cohort, movedBy, tools)
    return { ok: true as const, bulk_id: null }
  })

async function begin(
  db: SchoolDb,
  school: Attended,
  { field, ...change }: Omit<Parameters<typeof startBulk>[2], 'selection'> & { field: string },
  tools: BillingTools,
): Promise<string> {
  const run = await startBulk(db, school, { ...change, selection: {} }, tools)
  if (!run) throw invalidField(field, bulkTexts.underWay)
  return run.id
}

/** Until the purchases were held a refund may have ended some, and others may have come, whose purchases are not. */
async function keepHeld<T extends { platform: string; purchase: string }>(
  found: T[],
  list: () => Promise<T[]>,
): Promise<T[]> {
  const keyOf = ({ platform, purchase }: T) => `${platform} ${purchase}`
  const held = new Set(found.map(keyOf))
  return (await list()).filter((grant) => held.has(keyOf(grant)))
}

/** Parts of a run over subscribers. */
interface Work<T> {
  /** Lists the next grants by which they subscribe, in the order of their students. */
  list(range: { after: string; limit: number }): Promise<T[]>
  change(grants: T[]): Promise<Partial<Outcome>>
  /** Prepares the last batch, once the list is empty. */
  end(): Promise<Step>
}

/** Does the next subscribers of a run. */
const runOf = <T extends { userId: string; platform: string; purchase: string; subscription: string }>(
  kind: BulkKind,
  workOf: (run: Run, working: Working) => Work<T>,
): RunKind => ({
  kind,
  atOnce: subscribersAtOnce,
  forgets: true,
  prepare: async (found, working) => {
    const { db, atOnce: limit } = working
    const work = workOf(found, working)
    const range = { after: found.cursor, limit }
    const grants = await work.list(range)
    if (grants.length === 0) return work.end()
    // A charge that is being done holds its purchase before its class.
    await lockPurchases(db, grants)
    if (!(await holdRunCohorts(db, found))) return 'gone'
    return async ({ cursor }) => {
      // Another worker has done these meanwhile.
      if (cursor !== found.cursor) return { done: 0, isMore: true }
      const counts = await work.change(await keepHeld(grants, () => work.list(range)))
      return batchOf(counts, { last: grants.at(-1)!.userId, isMore: true })
    }
  },
})

const addition = runOf('subscribe', ({ subjectId, askedBy }, { db, tools }): Work<RenewingGrant> => {
  const cohortId = subjectId!
  return {
    list: (range) => findRenewing(db, cohortId, tools, range),
    change: async (grants) => {
      const refused = await refuseJoining(db, cohortId, listUsers(grants), tools)
      const admitted = grants.filter(({ userId }) => !refused.has(userId))
      const given = await giveRenewing(db, { cohortId, grants: admitted, grantedBy: askedBy! }, tools)
      const changed = given.filter(({ hasJoined }) => hasJoined).length
      return { changed, unchanged: given.length - changed, ...countReasons([...refused.values()]) }
    },
    end: async () => async () => batchOf({}, { isMore: false }),
  }
})

const dissolution = runOf('dissolve', ({ subjectId, targetId: goal, askedBy }, { db, tools }): Work<FollowedGrant> => {
  const [cohortId, targetId, movedBy] = [subjectId!, goal!, askedBy!]
  const change = async (followed: FollowedGrant[]) => {
    const refused = await refuseJoining(db, targetId, listInside(followed), tools)
    const admitted = followed.filter(({ userId }) => !refused.has(userId))
    await moveFollowed(db, { cohortId, targetId, followed: admitted, movedBy }, tools)
    return { changed: listUsers(admitted).length, ...countReasons([...refused.values()]) }
  }
  return {
    list: (range) => listFollowed(db, cohortId, tools, range),
    change,
    /** Moves the few who joined during the run. The class is kept if the other one refused some of its students. */
    end: async () => {
      const cohort = await lockRemoval(db, cohortId, targetId)
      return async ({ counts: { cohort_full = 0, enrollment_closed = 0 } }) => {
        const left = await listFollowed(db, cohortId, tools)
        const counts = left.length > 0 && cohort_full + enrollment_closed === 0 ? await change(left) : {}
        const batch = batchOf(counts, { isMore: false })
        if ((await listFollowed(db, cohortId, tools)).length > 0) return batch
        await deleteCohort(db, cohort, movedBy, tools)
        return { ...batch, counts: { ...batch.counts, cohort_gone: 1 } }
      }
    },
  }
})

export const subscriberRuns: RunKind[] = [addition, dissolution]
