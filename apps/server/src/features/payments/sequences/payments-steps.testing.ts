import type { PackId } from '@escola/contract/prices'
import { packIds } from '@escola/contract/prices'
import fc from 'fast-check'
import type { Interruption } from './interruption.testing.ts'

/** Kept: a card that the school keeps, or a new one where there is none. */
type Means = keyof typeof cards | 'kept' | 'pix'

export const cards = {
  good: '4242424242424242',
  asking: '4000000000003220',
  declined: '4000000000000002',
} as const

/** Ways in which the provider's next call of an operation goes wrong. */
export const faults = ['drop', 'drop_after', 'error500', 'error500_after', 'rate_limit'] as const
const operations = [
  'POST /v1/customers',
  'GET /v1/payment_methods/:id',
  'POST /v1/payment_intents',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/cancel',
  'POST /v1/refunds',
  'GET /v1/refunds',
  'GET /v1/disputes',
] as const

/** A step. Numbers choose among what there is by then; `process` is one of two processes. */
export type Step = { process: number; interruption?: Interruption | undefined } & (
  | { kind: 'buy'; item: PackId; means: Means; which: number; saveCard: boolean; times: number }
  | { kind: 'again'; means: Means; which: number; saveCard: boolean }
  | { kind: 'remove_card'; which: number }
  | { kind: 'cancel' | 'expire' | 'dispute' | 'look'; which: number }
  | { kind: 'payer'; which: number; agrees: boolean }
  | { kind: 'refund'; which: number; share: number; key: number | undefined }
  | { kind: 'dashboard'; which: number; share: number }
  | { kind: 'close'; which: number; end: 'won' | 'lost' }
  | { kind: 'fail_refund'; which: number }
  | { kind: 'swap' | 'spend' }
  | { kind: 'join' | 'add'; users: number }
  | { kind: 'receive'; picks: number[] }
  | { kind: 'follow'; hours: number }
  | { kind: 'break'; operation: (typeof operations)[number]; how: (typeof faults)[number] }
)

const which = fc.nat(5)
const share = fc.constantFrom(0.1, 0.34, 0.5, 1)
/** Students who come together; the first fifteen of a month cost nothing. */
const users = fc.constantFrom(2, 14, 20, 40)
const means = fc.constantFrom<Means>('good', 'good', 'kept', 'kept', 'pix', 'asking', 'declined')
const order = { means, which, saveCard: fc.boolean() }
/** Await, counted from 0, that the longest call reaches: a first purchase whose card is kept. */
const lastAwait = 16
const how = fc.constantFrom<Interruption['how']>('die', 'wait', 'wait')
const interruption = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(lastAwait), isAfter: fc.boolean(), how }) },
)
const stepOf = <Kind extends Step['kind'], Fields extends object>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), process: fc.nat(1), interruption, ...fields }) as fc.Arbitrary<Step>,
})

const purchase = stepOf(4, 'buy', { item: fc.constantFrom(...packIds), ...order, times: fc.constantFrom(1, 1, 2) })
const step: fc.Arbitrary<Step> = fc.oneof(
  purchase,
  stepOf(2, 'again', order),
  stepOf(1, 'remove_card', { which }),
  stepOf(1, 'cancel', { which }),
  stepOf(1, 'expire', { which }),
  stepOf(1, 'look', { which }),
  stepOf(2, 'payer', { which, agrees: fc.constantFrom(true, true, false) }),
  stepOf(5, 'refund', { which, share, key: fc.option(fc.nat(1), { nil: undefined }) }),
  stepOf(3, 'dashboard', { which, share }),
  stepOf(4, 'dispute', { which }),
  stepOf(6, 'close', { which, end: fc.constantFrom('won', 'won', 'lost') }),
  stepOf(3, 'fail_refund', { which }),
  stepOf(3, 'swap', {}),
  stepOf(1, 'spend', {}),
  stepOf(3, 'join', { users }),
  stepOf(3, 'add', { users }),
  stepOf(8, 'receive', { picks: fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }) }),
  stepOf(2, 'follow', { hours: fc.constantFrom(0.05, 1, 25) }),
  stepOf(3, 'break', { operation: fc.constantFrom(...operations), how: fc.constantFrom(...faults) }),
)

/** Makes sequences of so many steps, which begin with a purchase. */
export const stepsOf = (length: number): fc.Arbitrary<Step[]> =>
  fc.noBias(
    fc
      .tuple(purchase.arbitrary, fc.array(step, { minLength: 3, maxLength: length - 1, size: 'max' }))
      .map(([first, more]) => [first, ...more]),
  )
