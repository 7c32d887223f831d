/** Plans of a school, from the smallest, by the names that calls and addresses use (part 2 §9). */
export const planIds = ['onDemand', 'middle', 'super'] as const
export type PlanId = (typeof planIds)[number]

/** Plans that cost money every month, from the smallest. */
export const paidPlanIds = ['middle', 'super'] as const
export type PaidPlanId = (typeof paidPlanIds)[number]

export const costsMonthly = (planId: PlanId | null): planId is PaidPlanId => planId !== null && planId !== 'onDemand'

export interface Plan {
  id: PlanId
  name: string
  /** Prices in cents: of a month, of each student beyond the free ones in a month, of a text message, of an own domain in a month. */
  eachMonth: number
  eachStudent: number
  eachSms: number
  eachOwnDomain: number
  /** Students of a month who cost nothing. */
  freeStudents: number
}

/** Plans and their prices in cents (part 2 §9). */
export const plans: Record<PlanId, Plan> = {
  onDemand: {
    id: 'onDemand',
    name: 'On Demand',
    eachMonth: 0,
    eachStudent: 100,
    eachSms: 75,
    eachOwnDomain: 50,
    freeStudents: 15,
  },
  middle: {
    id: 'middle',
    name: 'Middle',
    eachMonth: 19_900,
    eachStudent: 80,
    eachSms: 75,
    eachOwnDomain: 0,
    freeStudents: 1000,
  },
  super: {
    id: 'super',
    name: 'Super',
    eachMonth: 59_900,
    eachStudent: 50,
    eachSms: 75,
    eachOwnDomain: 0,
    freeStudents: 10_000,
  },
}

/** Prepaid packs, from the smallest, by the names that calls and addresses use (part 2 §9). */
export const packIds = ['basic', 'turbo', 'max'] as const
export type PackId = (typeof packIds)[number]

export interface Pack {
  id: PackId
  name: string
  /** Price in cents, and the balance in cents and the points that it gives. */
  price: number
  cents: number
  points: number
}

/** Prepaid packs and what they give (part 2 §9). The balance that they give never expires. */
export const packs: Record<PackId, Pack> = {
  basic: { id: 'basic', name: 'Básico', price: 2990, cents: 3000, points: 30 },
  turbo: { id: 'turbo', name: 'Turbo', price: 14_900, cents: 15_000, points: 150 },
  max: { id: 'max', name: 'Máximo', price: 49_900, cents: 50_000, points: 500 },
}

/** The smallest pack that brings at least so many cents of balance, or the greatest one. */
export const packFor = (cents: number): PackId => packIds.find((id) => packs[id].cents >= cents) ?? 'max'

/** Swaps of a school's points for balance, from the smallest: what each takes and gives (part 2 §9). */
export const pointSwaps = [
  { points: 100, cents: 100 },
  { points: 500, cents: 1000 },
  { points: 1000, cents: 2500 },
] as const

/** Things that can be paid for: packs and plans. */
export const payableItems = [...packIds, ...paidPlanIds] as const
export type PayableItem = (typeof payableItems)[number]

export const isPack = (item: PayableItem): item is PackId => item in packs

export const itemNames: Record<PayableItem, string> = {
  basic: packs.basic.name,
  turbo: packs.turbo.name,
  max: packs.max.name,
  middle: plans.middle.name,
  super: plans.super.name,
}
