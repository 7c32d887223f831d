import type { GivenPurchase, GivingForecast } from '@escola/contract/purchases.contract'
import { accountOfCode, type SalesPlatformName } from '@escola/contract/sales'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../../core/app-error.ts'
import type { Attended, School } from '../../../core/scope.ts'
import type { BillingTools, Clock } from '../../../core/tools.ts'
import { followMerges } from '../../people/merged.service.ts'
import { findByOtherEmails, type People } from '../../people/people.service.ts'
import { openOffering } from '../purchases/offerings.service.ts'
import { decideCharges, type Fact, findSchoolDecision } from '../purchases/purchase-decision.ts'
import { findSubscription } from '../purchases/purchase-facts.queries.ts'
import { isLiving, type Known, newcomerId, planChanges } from '../purchases/purchase-plan.ts'
import { decidePurchases, lockPurchase, readPurchase } from '../purchases/purchases.service.ts'
import { repeatSales } from '../repeated-sales.service.ts'
import * as queries from './given-purchases.queries.ts'

export type GivingTools = BillingTools & { people: People }

interface NamedPurchase {
  platform: SalesPlatformName
  transaction: string
}

/**
 * Gives a purchase to the student whom an administrator names: what its platform has told and will tell of it, and of its subscription, is that
 * student's from then on. The student who had it loses what it gave, and nothing else. An administrator of the school may be the student: a class is
 * all that they get.
 */
export async function givePurchase(
  school: Attended,
  { gateway: platform, transaction, ...target }: GivenPurchase,
  tools: GivingTools,
) {
  const named = { platform, transaction }
  // The purchase is looked for before a person is made.
  await school.tx((db) => openPurchase(db, named))
  const student = await openTarget(school, target, tools)
  return school.tx(async (db) => {
    await lockPurchase(db, platform, { purchase: transaction, subscription: null })
    const { subscription, known } = await openPurchase(db, named)
    const userId = (await followMerges(db, [student.userId])).get(student.userId)!
    if (isTheirs(known, userId)) return done
    const fact = makeGiving(known, { transaction, subscription, userId }, tools.now())
    const key = `given ${transaction} ${fact.occurredOn.toISOString()}`
    const offering = await openOfferingOf(db, named)
    await decidePurchases(db, { platform, key, fact, student, by: school.actor.userId }, offering, tools)
    // Deliveries that wait for a student, or name another one, are done again and say what they are now.
    await repeatSales(db, await queries.listUnsettled(db, named))
    return done
  })
}

/** Says who would leave and enter which classes if a purchase were given to a student. */
export const forecastGiving = (
  school: School,
  { gateway: platform, transaction, ...target }: GivenPurchase,
  { now }: Clock,
): Promise<GivingForecast> =>
  school.tx(async (db) => {
    const named = { platform, transaction }
    const { subscription, known } = await openPurchase(db, named)
    const student = await findTarget(db, target)
    const userId = student ? (await followMerges(db, [student.userId])).get(student.userId)! : newcomerId
    const moment = now()
    const fact = makeGiving(known, { transaction, subscription, userId }, moment)
    const { passedGrants, openings } = planChanges(
      { ...known, facts: [...known.facts, fact] },
      await openOfferingOf(db, named),
      moment,
    )
    const living = known.grants.filter(isLiving)
    const holderId = findHolder(known)
    const holder = holderId === null || holderId === userId ? undefined : await queries.findMember(db, holderId)
    const open = openings.filter(({ result }) => result === 'open')
    const titlesOf = (places: { cohortId: string }[], whose: string | null, except: string[]) =>
      queries.listTitles(db, { cohortIds: places.map(({ cohortId }) => cohortId), userId: whose, except, now: moment })
    const keys = living.map(({ sourceKey }) => sourceKey)
    const given = passedGrants.map(({ grant }) => grant)
    return {
      holder: holder ? { name: holder.name, email: holder.email } : null,
      target: {
        name: student?.name ?? target.name ?? '',
        email: student?.email ?? target.email ?? '',
        is_new: !student,
      },
      leaves: await titlesOf(given, holderId, keys),
      enters: await titlesOf([...given, ...open], userId, []),
      is_subscription: subscription !== null,
    }
  })

/** @throws AppError for a purchase of which the school has no delivery */
async function openPurchase(db: SchoolDb, { platform, transaction }: NamedPurchase) {
  const subscription = await findSubscription(db, platform, transaction)
  const known = await readPurchase(db, platform, { purchase: transaction, subscription })
  if (!known.facts.some(({ purchase }) => purchase === transaction)) throw notFound()
  return { subscription, known }
}

const openOfferingOf = async (db: SchoolDb, named: NamedPurchase) =>
  openOffering(db, {
    platform: named.platform,
    accountId: accountOfCode(named.platform, named.transaction),
    integrationId: await queries.findIntegrationId(db, named),
  })

type Target = Pick<GivenPurchase, 'user_id' | 'email' | 'name'>

/** @throws AppError of an id that is no student of the school */
async function findTarget(db: SchoolDb, { user_id, email }: Target): Promise<queries.Member | undefined> {
  const userId = user_id ?? (await findByOtherEmails(db, [email!])).get(email!)?.userId
  if (userId === undefined) return queries.findMemberByEmail(db, email!)
  const member = await queries.findMember(db, userId)
  if (!member) throw notFound()
  return member
}

async function openTarget(school: School, target: Target, { people }: GivingTools): Promise<queries.Member> {
  const member = await school.tx((db) => findTarget(db, target))
  if (member) return member
  const addressee = (await people.ensureFor(school, [target.email!])).get(target.email!)!
  return { ...addressee, name: target.name!, cellphone: '' }
}

/** Finds the student who has a purchase: by the word of the school, by its grants, or by that of the platform. */
function findHolder({ facts, grants }: Known): string | null {
  const decision = findSchoolDecision(facts)
  if (decision) return decision.kind === 'given' ? decision.userId : null
  const named = decideCharges(facts).findLast(({ userId }) => userId !== null)
  return grants.findLast(isLiving)?.userId ?? grants.at(-1)?.userId ?? named?.userId ?? null
}

/** Tells whether the school gave a purchase to a student, and has not taken it from them since. */
function isTheirs({ facts, grants }: Known, userId: string): boolean {
  const decision = findSchoolDecision(facts)
  if (decision?.kind !== 'given' || decision.userId !== userId) return false
  return !grants.some(({ endedWhy, endedOn }) => endedWhy === 'removed_by_school' && endedOn && endedOn >= decision.on)
}

/** Makes the fact that gives a purchase to a student. Its moment is later than that of each earlier decision of the school, even where the clock is behind. */
function makeGiving(
  known: Known,
  { transaction, subscription, userId }: { transaction: string; subscription: string | null; userId: string },
  now: Date,
): Fact {
  const before = [findSchoolDecision(known.facts)?.on, ...known.grants.map(({ endedOn }) => endedOn)]
  const after = Math.max(0, ...before.map((moment) => moment?.getTime() ?? 0)) + 1
  return {
    kind: 'given',
    purchase: transaction,
    subscription,
    line: '',
    itemIds: [],
    droppedIds: [],
    userId,
    fromUserId: findHolder(known),
    occurredOn: new Date(Math.max(now.getTime(), after)),
    isStated: true,
    endsOn: null,
  }
}
