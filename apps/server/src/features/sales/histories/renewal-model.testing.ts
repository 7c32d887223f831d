export const products = { product: 'product', basic: '111', full: '222' } as const
export type Item = keyof typeof products

export interface Charge {
  at: number
  isPaidBack: boolean
}
type Seat = { place: number; item: Item }

/** Model of a subscription: the places where it is, and whether it is paid. */
class Subscription {
  plan: 'basic' | 'full' = 'basic'
  charges: Charge[] = []
  seats: Seat[] = []
  /** It has had a class. */
  isPlaced = false
  /** Its new plan had no class when it was switched to. */
  isPending = false
  /** Places out of which the school has taken its student. */
  closed = new Set<number>()
  moves: [from: number, to: number][] = []
  endedAt = Number.NEGATIVE_INFINITY

  isPaid = () => this.charges.some(({ at, isPaidBack }) => !isPaidBack && at > this.endedAt)
  /** Place where an item of it goes that another place sells. */
  follow = (place: number) => this.moves.reduce((at, [from, to]) => (at === from ? to : at), place)
  comesTo = (place: number) => !this.closed.has(place) && this.seats.some((seat) => seat.place === place)
  isIn = (place: number) => this.isPaid() && this.comesTo(place)
  go(from: number, to: number) {
    this.moves.push([from, to])
    for (const seat of this.seats) if (seat.place === from) seat.place = to
    this.closed.delete(to)
  }
}

/** Model of a person's subscriptions in a school, as its owner would tell it: who pays stays where they are, and new purchases go where they are sold. */
export class RenewalModel {
  readonly subscriptions: Subscription[]
  /** Item that each class sells. */
  readonly sells = new Map<number, Item>()
  readonly salesEnded = new Set<number>()
  readonly deleted = new Set<number>()

  constructor(subscriptions: number) {
    this.subscriptions = Array.from({ length: subscriptions }, () => new Subscription())
  }

  isIn = (place: number) => this.subscriptions.some((each) => each.isIn(place))
  comesTo = (place: number) => this.subscriptions.some((each) => each.comesTo(place))

  #selling = (items: Item[]): Seat[] =>
    [...this.sells].flatMap(([place, item]) =>
      items.includes(item) && !this.salesEnded.has(place) && !this.deleted.has(place) ? [{ place, item }] : [],
    )

  /** Any word of a subscription: the first that is paid places it. */
  #tell(each: Subscription) {
    if (!each.isPaid() || (each.isPlaced && !each.isPending)) return
    const found = this.#selling(['product', each.plan])
    if (found.length === 0) return
    each.seats = found.map((seat) => ({ ...seat, place: each.follow(seat.place) }))
    each.isPlaced = true
    each.isPending = false
  }

  pay(index: number, at: number): Charge {
    const charge = { at, isPaidBack: false }
    this.subscriptions[index]!.charges.push(charge)
    this.tell(index)
    return charge
  }
  payBack(index: number, charge: Charge) {
    charge.isPaidBack = true
    this.tell(index)
  }
  cancel(index: number, at: number) {
    this.subscriptions[index]!.endedAt = at
  }
  tell = (index: number) => this.#tell(this.subscriptions[index]!)

  /** Those who wait are let in once a class sells what they pay. */
  #repeat() {
    for (const each of this.subscriptions) this.#tell(each)
  }
  sell(place: number, item: Item | undefined) {
    if (item) this.sells.set(place, item)
    else this.sells.delete(place)
    this.#repeat()
  }
  endSales(place: number, isEnded: boolean) {
    if (isEnded) this.salesEnded.add(place)
    else this.salesEnded.delete(place)
    this.#repeat()
  }

  /** A plan that has a class replaces the previous plan; one that has none leaves everything as it is. */
  switchPlan(index: number) {
    const each = this.subscriptions[index]!
    each.plan = 'full'
    if (!each.isPaid() || !each.isPlaced) return this.tell(index)
    const stays = each.seats.filter(({ item }) => item !== 'basic')
    const sold = this.#selling(stays.length > 0 ? ['full'] : ['product', 'full'])
    const comes = sold.map((seat) => ({ ...seat, place: each.follow(seat.place) }))
    each.isPending = stays.length + comes.length === 0
    if (!each.isPending) each.seats = [...stays, ...comes]
  }

  move(from: number, to: number) {
    for (const each of this.subscriptions) if (each.isIn(from)) each.go(from, to)
  }
  takeOut(place: number) {
    for (const each of this.subscriptions) if (each.isIn(place)) each.closed.add(place)
  }
  delete(place: number, to: number | undefined) {
    for (const each of this.subscriptions) if (to !== undefined && each.comesTo(place)) each.go(place, to)
    this.deleted.add(place)
    this.sells.delete(place)
    for (const each of this.subscriptions) each.closed.add(place)
  }
}
