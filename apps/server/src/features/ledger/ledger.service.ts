import { moneyOf } from '@escola/contract/money'

/** Bank of a school before its first payment (part 1 §9). The column `schools.balance_cents` begins with the same balance. */
export const startingBank = { balance: moneyOf(0), points: 0 }

export const startingPlan = { plan_id: 'onDemand', plan_name: 'On Demand', price_ssl: '0.50' }

export const balanceOf = ({ balance_cents }: { balance_cents: string }): string => moneyOf(Number(balance_cents))
