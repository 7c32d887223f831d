import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../../core/tools.ts'
import { listEmailsOf } from '../../people/members.service.ts'
import { followMerges, listMergedInto } from '../../people/merged.service.ts'
import { findSchoolDecision } from './purchase-decision.ts'
import { listPurchasesOf, recordFact, type StudentPurchase } from './purchase-facts.queries.ts'
import { isLiving } from './purchase-plan.ts'
import { lockPurchases, readPurchase } from './purchases.service.ts'

/**
 * Locks the purchases of a student whom the school is about to remove, and of those for whom they go on, so that no sale under way makes them a student again. They are held before the
 * student is, as each sale does.
 */
export async function lockPurchasesOf(db: SchoolDb, userId: string): Promise<void> {
  const userIds = [userId, ...(await listMergedInto(db, userId)).map((merged) => merged.userId)]
  const purchases: StudentPurchase[] = []
  for (const each of userIds)
    purchases.push(...(await listPurchasesOf(db, { userId: each, emails: await listEmailsOf(db, each) })))
  await lockPurchases(db, purchases)
}

/**
 * Closes the purchases of a student whom the school removes: only a new purchase, or an administrator who gives one of them, opens a class again. Of
 * the student their facts keep the id.
 */
export async function closePurchasesOf(db: SchoolDb, userId: string, { now }: Clock): Promise<void> {
  const emails = await listEmailsOf(db, userId)
  for (const purchase of await listPurchasesOf(db, { userId, emails })) await closePurchase(db, purchase, userId, now())
}

/** A purchase that another student has, or got from this one, stays theirs. */
async function closePurchase(
  db: SchoolDb,
  { platform, ...codes }: StudentPurchase,
  userId: string,
  now: Date,
): Promise<void> {
  const { facts, grants } = await readPurchase(db, platform, codes)
  const holderId = (await followMerges(db, [userId])).get(userId)!
  const decision = findSchoolDecision(facts)
  if (decision && !(decision.kind === 'given' && decision.userId === holderId)) return
  if (grants.some((grant) => isLiving(grant) && grant.userId !== holderId)) return
  const fact = {
    kind: 'removed' as const,
    ...codes,
    line: '',
    itemIds: [],
    droppedIds: [],
    userId,
    // A removal is not before the decision that it ends, whatever the clock says.
    occurredOn: new Date(Math.max(now.getTime(), decision?.on.getTime() ?? 0)),
    isStated: true,
    endsOn: null,
  }
  await recordFact(db, { platform, key: `removed ${userId} ${codes.purchase}`, fact })
}
