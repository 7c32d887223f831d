import { type PlanId, plans } from '@escola/contract/prices'
import { monthOf, monthStart, nextMonth } from '@escola/contract/time'

/** Model of a school and what it costs. It computes whole months at once, without places that are given one after the other. */
export class ChargesModel {
  now: number
  given = 0
  readonly grants: { user: number; from: number; until: number }[] = []
  readonly states: { plan: PlanId; isBlocked: boolean; from: number }[]
  readonly uses: { from: number; until: number }[] = []
  readonly sms: { on: number; returnedOn: number | undefined }[] = []
  readonly begin: number

  constructor(begin: number) {
    this.begin = begin
    this.now = begin
    this.states = [{ plan: 'onDemand', isBlocked: false, from: 0 }]
  }

  stateAt = (moment: number) => this.states.findLast(({ from }) => from <= moment)!
  isOpen = (moment: number) => !this.stateAt(moment).isBlocked
  livingOf = (user: number) => this.grants.find((grant) => grant.user === user && grant.until > this.now)
  use = () => this.uses.find(({ until }) => until > this.now)

  join(users: number[]) {
    for (const user of users) if (!this.livingOf(user)) this.grants.push({ user, from: this.now, until: Infinity })
  }

  change(change: { plan?: PlanId; isBlocked?: boolean }) {
    this.states.push({ ...this.states.at(-1)!, ...change, from: this.now })
  }

  /** Moments of a month at which the school was open after it had not been, and that of its beginning. */
  private openings(from: number, until: number) {
    const inside = this.states.filter((each) => each.from > from && each.from < until)
    return [from, ...inside.map((each) => each.from)].filter(
      (moment) => this.isOpen(moment) && (moment === from || !this.isOpen(moment - 1)),
    )
  }

  private studentsCost(from: number, until: number) {
    const openings = this.openings(from, until)
    const firsts = new Map<number, number>()
    for (const grant of this.grants) {
      const moments = openings.filter((moment) => grant.from <= moment && moment < grant.until)
      if (grant.from >= from && grant.from < until && this.isOpen(grant.from)) moments.push(grant.from)
      if (moments.length > 0) firsts.set(grant.user, Math.min(...moments, firsts.get(grant.user) ?? Infinity))
    }
    const ordered = [...firsts].sort(([left, one], [right, other]) => one - other || left - right)
    const pricesOf = ([, moment]: [number, number], index: number) => {
      const { freeStudents, eachStudent } = plans[this.stateAt(moment).plan]
      return index < freeStudents ? 0 : eachStudent
    }
    return ordered.map(pricesOf).reduce((sum, price) => sum + price, 0)
  }

  private domainCosts(from: number, until: number) {
    const changes = [from, ...this.states.map((each) => each.from), ...this.uses.map((use) => use.from)]
    return changes.some(
      (moment) =>
        moment >= from &&
        moment < until &&
        this.isOpen(moment) &&
        this.stateAt(moment).plan === 'onDemand' &&
        this.uses.some((use) => use.from <= moment && moment < use.until),
    )
  }

  /** Cents that each kind of charge has taken of each month, by both, once all runs up to now are over. */
  sums(): Map<string, number> {
    const sums = new Map<string, number>()
    const add = (kind: string, month: string, cents: number) => {
      const key = `${kind} ${month}`
      if (cents !== 0) sums.set(key, (sums.get(key) ?? 0) + cents)
    }
    for (const { on, returnedOn } of this.sms) {
      add('sms', monthOf(new Date(on)), -75)
      if (returnedOn !== undefined) add('sms_returned', monthOf(new Date(returnedOn)), 75)
    }
    for (let month = monthOf(new Date(this.begin)); month <= monthOf(new Date(this.now)); month = nextMonth(month)) {
      const from = monthStart(month).getTime()
      const until = Math.min(monthStart(nextMonth(month)).getTime(), this.now + 1)
      add('students', month, -this.studentsCost(from, until))
      add('domain', month, this.domainCosts(from, until) ? -50 : 0)
    }
    return sums
  }

  /** Cents that the school has then. */
  balance = (): number => [...this.sums().values()].reduce((sum, cents) => sum + cents, this.given)
}
