import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'

export const factKinds = [
  'paid',
  'canceled',
  'refunded',
  'subscription_ended',
  'subscription_resumed',
  'charge_moved',
  'plan_switched',
  'dismissed',
  'given',
  'removed',
] as const

/** A fact about a purchase or a subscription, from its platform or from the school's people. */
export interface Fact {
  kind: (typeof factKinds)[number]
  /** Code of the purchase; '' where the subscription alone is named. */
  purchase: string
  subscription: string | null
  /** Part of a purchase that is paid and canceled by itself; '' for the whole. */
  line: string
  /** Products, offers and plans that were paid. */
  itemIds: string[]
  /** Plans that a switch leaves. */
  droppedIds: string[]
  userId: string | null
  /** Student who had a purchase until it was given to another. */
  fromUserId?: string | null
  occurredOn: Date
  /** False: the platform named no moment, and that of the arrival counts. */
  isStated: boolean
  /** End of what was paid. */
  endsOn: Date | null
  /** That end is of a term, which no other payment continues. */
  isTerm?: boolean
}

/** Result for a line of a purchase, which is one payment where a subscription is paid by many. */
export interface Charge {
  purchase: string
  line: string
  state: 'paid' | 'canceled' | 'refunded'
  itemIds: string[]
  /** Plans that were left for another, with this charge or an earlier one. */
  droppedIds: string[]
  /** Those of the items that a switch of plans has brought. */
  switchedIds: string[]
  /** Student of the latest payment that names one. */
  userId: string | null
  paidOn: Date
  /** End of the access that was paid, with its grace; null: there is none. */
  endsOn: Date | null
  /** No other payment continues it. */
  isLast: boolean
  /** End of the subscription, and of what was paid of it. */
  subscriptionEnd: { on: Date; paidUntil: Date } | null
}
/** Result for a line, before the facts of its subscription. */
type Line = Omit<Charge, 'endsOn' | 'isLast' | 'subscriptionEnd'> & { paidUntil: Date | null; isTerm: boolean }

const graceMs = salesLimits.chargeGraceDays * dayMs
const leastPaidMs = salesLimits.leastPaidDays * dayMs

/** All that follows from the facts of one subscription's purchases, or of one purchase. The order of the facts does not matter. */
export function decideCharges(facts: Fact[]): Charge[] {
  const purchases = Map.groupBy(
    facts.filter(({ purchase }) => purchase !== ''),
    ({ purchase }) => purchase,
  )
  const charges = [...purchases.values()].flatMap(decideLines).sort((a, b) => a.paidOn.getTime() - b.paidOn.getTime())
  const ofSubscription = facts.filter(({ purchase }) => purchase === '').sort(byMoment)
  return charges.map((charge) => {
    const own = ofSubscription.filter((fact) => isAbout(fact, charge))
    const next = charges.find(({ line, paidOn }) => line === charge.line && paidOn > charge.paidOn)
    return followSubscription(charge, own, next?.paidOn)
  })
}

/**
 * Tells whether a fact speaks of a line of a purchase. Purchases from before facts were kept have one line, whose item may not be known: a fact of a line that
 * they had speaks of them.
 */
const isAbout = (fact: Fact, { line, itemIds }: Pick<Charge, 'line' | 'itemIds'>) =>
  fact.line === '' ||
  fact.line === line ||
  (line === '' && itemIds.every((id) => id === '' || fact.itemIds.includes(id)))

const byMoment = (a: Fact, b: Fact) => a.occurredOn.getTime() - b.occurredOn.getTime()

function decideLines(facts: Fact[]): Line[] {
  const ends = facts.filter(({ kind }) => kind === 'canceled' || kind === 'refunded')
  const lines = Map.groupBy(facts.filter(({ kind }) => kind === 'paid').sort(byMoment), ({ line }) => line)
  return [...lines].map(([line, paid]) => {
    const itemIds = [...new Set(paid.flatMap((payment) => payment.itemIds))]
    const current = ends.filter(
      (end) => isAbout(end, { line, itemIds }) && !paid.some((payment) => outlives(payment, end)),
    )
    // A purchase that is reported again, after the next charge, names the end of that one.
    const ending = paid.find(({ endsOn }) => endsOn !== null)
    return {
      purchase: paid[0]!.purchase,
      line,
      state: current.length === 0 ? 'paid' : current.some(({ kind }) => kind === 'refunded') ? 'refunded' : 'canceled',
      itemIds,
      droppedIds: [],
      switchedIds: [],
      userId: paid.findLast(({ userId }) => userId !== null)?.userId ?? null,
      paidOn: paid[0]!.occurredOn,
      paidUntil: ending?.endsOn ?? null,
      isTerm: ending?.isTerm ?? false,
    }
  })
}

/** At equal moments the end wins. A payment whose moment is not known does not contradict a refund: it may be the payment that was returned. */
const outlives = (payment: Fact, end: Fact) =>
  payment.occurredOn > end.occurredOn && (payment.isStated || end.kind === 'canceled')

const addGrace = (end: Date | null) => end && new Date(end.getTime() + graceMs)

/**
 * Applies changes of the subscription to one of its charges.
 * @param facts changes of the subscription, oldest first
 * @param nextPaidOn moment of the charge after this one
 */
function followSubscription(line: Line, facts: Fact[], nextPaidOn: Date | undefined): Charge {
  const since = facts.filter(({ occurredOn }) => occurredOn >= line.paidOn)
  // The latest charge is the one of which a change of the subscription speaks.
  const own = since.filter(({ occurredOn }) => !nextPaidOn || occurredOn < nextPaidOn)
  const { paidUntil: _, isTerm, ...rest } = line
  const earlier = facts.filter((fact) => !since.includes(fact))
  const paid = findPaidUntil(line, { own, before: earlier })
  // A subscription that goes on has no end until its next payment.
  const last = own.findLast(({ kind }) => kind === 'charge_moved' || kind === 'subscription_resumed')
  const goesOn = last?.kind === 'subscription_resumed' && !nextPaidOn
  const change = since.findLast(({ kind }) => kind === 'subscription_ended' || kind === 'subscription_resumed')
  return {
    ...rest,
    ...switchPlans(line, { own, earlier }),
    // A charge that no class sold names no student; the switch that brings it a class does.
    userId: line.userId ?? own.findLast(({ userId }) => userId !== null)?.userId ?? null,
    endsOn: goesOn ? null : isTerm ? paid : addGrace(paid),
    isLast: isTerm || change?.kind === 'subscription_ended',
    subscriptionEnd:
      change?.kind === 'subscription_ended'
        ? readEnd(change, paid ?? new Date(line.paidOn.getTime() + leastPaidMs))
        : null,
  }
}

/** An end that names no day leaves what the charge has paid, which may be over. */
const readEnd = ({ occurredOn: on, endsOn }: Fact, paid: Date) => ({
  on,
  paidUntil: endsOn ?? (paid > on ? paid : on),
})

function findPaidUntil({ paidOn, paidUntil }: Line, { own, before }: { own: Fact[]; before: Fact[] }): Date | null {
  const moved = own.findLast(({ kind }) => kind === 'charge_moved')
  if (moved) return moved.endsOn
  // The contract may be reported before its first payment.
  const early = before.findLast(({ kind, endsOn }) => kind === 'charge_moved' && endsOn !== null && endsOn > paidOn)
  return paidUntil ?? early?.endsOn ?? null
}

/** @param earlier changes of the subscription before this charge, which names the plans that it pays by itself */
function switchPlans(
  { itemIds }: Line,
  { own, earlier }: { own: Fact[]; earlier: Fact[] },
): Pick<Charge, 'itemIds' | 'droppedIds' | 'switchedIds'> {
  const isSwitch = ({ kind }: Fact) => kind === 'plan_switched'
  const before = earlier.filter(isSwitch)
  let current = itemIds
  let dropped = before.flatMap(({ droppedIds }) => droppedIds)
  const switched = before.flatMap((fact) => fact.itemIds)
  for (const fact of own.filter(isSwitch)) {
    current = [...new Set([...current.filter((id) => !fact.droppedIds.includes(id)), ...fact.itemIds])]
    dropped = [...dropped, ...fact.droppedIds]
    switched.push(...fact.itemIds)
  }
  const isCurrent = (id: string) => current.includes(id)
  return {
    itemIds: current,
    droppedIds: [...new Set(dropped)].filter((id) => !isCurrent(id)),
    switchedIds: [...new Set(switched)].filter(isCurrent),
  }
}

/** Latest act of the school about a purchase and its subscription. */
export type SchoolDecision = { on: Date } & ({ kind: 'given'; userId: string } | { kind: 'removed' })

/**
 * Finds the decision of the school about a purchase, which overrides all that its platform reports: it was given to a student, or its student was
 * removed. At equal moments the removal counts.
 */
export function findSchoolDecision(facts: Fact[]): SchoolDecision | null {
  const decisions = facts.flatMap(({ kind, userId, occurredOn: on }): SchoolDecision[] => {
    if (kind === 'removed') return [{ kind, on }]
    return kind === 'given' && userId !== null ? [{ kind, userId, on }] : []
  })
  const isLater = (a: SchoolDecision, b: SchoolDecision) =>
    a.on > b.on || (a.on.getTime() === b.on.getTime() && a.kind === 'removed')
  return decisions.reduce<SchoolDecision | null>(
    (latest, each) => (latest && !isLater(each, latest) ? latest : each),
    null,
  )
}

/** End of a charge in a class, which may keep what was paid of a subscription that ends; null: there is none. */
export function endOfCharge({ endsOn, subscriptionEnd }: Charge, { keepsPaidPeriod }: { keepsPaidPeriod: boolean }) {
  if (!subscriptionEnd) return endsOn
  const { on, paidUntil } = subscriptionEnd
  const until = keepsPaidPeriod ? paidUntil : on
  return endsOn && endsOn < until ? endsOn : until
}
