import { dayMs } from '@escola/contract/durations'
import { salesLimits } from '@escola/contract/sales'

/** Kind of a word of a platform. 'stopped' ends the access when it happens, whatever was paid. */
export type WordKind = 'paid' | 'canceled' | 'refunded' | 'ended' | 'stopped' | 'resumed' | 'moved'

/** Thing that happened to a purchase, or to its subscription. */
export interface Happening {
  kind: WordKind
  moment: number
  /** False: the moment is that of the arrival. */
  isStated: boolean
  /** End of what is paid, if it says one. */
  until: number | null
  /** That end is of a term, which has no grace. */
  isTerm: boolean
}

const graceMs = salesLimits.chargeGraceDays * dayMs
const leastPaidMs = salesLimits.leastPaidDays * dayMs
const ranks = { paid: 0, canceled: 1, refunded: 1, ended: 2, stopped: 2, resumed: 2, moved: 2 }

/** Model of a purchase: all that happened is gone through once, in its order. At equal moments the end counts. */
export class PurchaseModel {
  private boughtAt: number | undefined
  private isCanceled = false
  private isRefunded = false
  /** The subscription goes on without an end. */
  private isOpen = false
  private ended: Happening | undefined
  private month: Happening | undefined
  private moved: Happening | undefined
  /** Month of a contract that was reported before its first payment. */
  private promised: Happening | undefined

  constructor(happenings: Happening[]) {
    const inOrder = happenings.toSorted((a, b) => a.moment - b.moment || ranks[a.kind] - ranks[b.kind])
    for (const each of inOrder) this.take(each)
  }

  private take(happening: Happening): void {
    const { kind, moment, isStated, until } = happening
    if (kind === 'paid') {
      this.boughtAt ??= moment
      this.isCanceled = false
      // One without a moment may be the payment that went back.
      if (isStated) this.isRefunded = false
      if (until !== null) this.month ??= happening
    } else if (kind === 'canceled') this.isCanceled = true
    else if (kind === 'refunded') this.isRefunded = true
    else if (this.boughtAt === undefined) this.promised = kind === 'moved' ? happening : this.promised
    else this.follow(happening)
  }

  private follow(happening: Happening): void {
    if (happening.kind === 'moved') this.moved = happening
    if (happening.kind === 'moved' || happening.kind === 'resumed') this.isOpen = happening.kind === 'resumed'
    if (happening.kind !== 'moved') this.ended = happening.kind === 'resumed' ? undefined : happening
  }

  /** @returns the state and the end of the access; undefined for what was never bought */
  judge(keepsPaidPeriod: boolean): { state: string; end?: number | null } | undefined {
    if (this.boughtAt === undefined) return undefined
    if (this.isRefunded || this.isCanceled) return { state: this.isRefunded ? 'refunded' : 'canceled' }
    const paid = this.moved ?? this.month ?? this.promised
    const until = paid?.until ?? null
    const ends: number[] = []
    if (until !== null && !this.isOpen) ends.push(until + (paid!.isTerm ? 0 : graceMs))
    if (this.ended) ends.push(this.endOf(this.ended, until ?? this.boughtAt + leastPaidMs, keepsPaidPeriod))
    return { state: 'paid', end: ends.length === 0 ? null : Math.min(...ends) }
  }

  private endOf({ moment, until }: Happening, paid: number, keepsPaidPeriod: boolean): number {
    if (!keepsPaidPeriod) return moment
    return until ?? Math.max(paid, moment)
  }
}
