import type { PaidPlanId } from '@escola/contract/prices'
import fc from 'fast-check'
import type { Interruption } from './interruption.testing.ts'
import { faults } from './payments-steps.testing.ts'

/** A card that pays, one that pays no renewal, and a code. */
const means = ['good', 'failing', 'pix'] as const
type Means = (typeof means)[number]
export const numbers = { good: '4242424242424242', failing: '4000000000000341' } as const

const operations = [
  'POST /v1/payment_intents',
  'POST /v1/payment_intents/:id/confirm',
  'POST /v1/payment_intents/:id/cancel',
  'GET /v1/payment_intents/:id',
] as const

/** A step in one of two processes, which may end at any of its awaits. */
export type PlanStep = { process: number; interruption: Interruption | undefined } & PlanAct
type PlanAct =
  | { kind: 'buy'; item: PaidPlanId; means: Means }
  | { kind: 'card'; means: 'good' | 'failing' }
  | { kind: 'pass'; days: number; isReceived: boolean }
  | { kind: 'pix' | 'cancel' | 'keep' | 'pay_code' }
  | { kind: 'break'; operation: (typeof operations)[number]; how: (typeof faults)[number] }

const how = fc.constantFrom<Interruption['how']>('die', 'wait')
/** Await, counted from 0, that the longest call reaches: a first month by a card, which ends with its booking. */
const lastAwait = 20
/** Last await of the jobs of days that pass at which one may be interrupted. */
const lastOfDays = 60
const interruptionOf = (last: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.record({ at: fc.nat(last), isAfter: fc.boolean(), how }) },
  )
const stepOf = <Kind extends PlanAct['kind'], Fields extends object>(
  weight: number,
  kinds: Kind[],
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({
  weight,
  arbitrary: fc.record({
    kind: fc.constantFrom(...kinds),
    process: fc.nat(1),
    interruption: interruptionOf(kinds.some((kind) => kind === 'pass') ? lastOfDays : lastAwait),
    ...fields,
  }) as unknown as fc.Arbitrary<PlanStep>,
})

const step = fc.oneof(
  stepOf(5, ['buy'], {
    item: fc.constantFrom('middle', 'super'),
    means: fc.constantFrom('good', 'pix', 'pix', 'failing'),
  }),
  stepOf(3, ['card'], { means: fc.constantFrom('good', 'failing') }),
  stepOf(6, ['pass'], {
    days: fc.constantFrom(0, 1, 3, 8, 20, 27, 31),
    isReceived: fc.constantFrom(true, true, false),
  }),
  stepOf(8, ['pix', 'cancel', 'keep', 'pay_code', 'pay_code'], {}),
  stepOf(2, ['break'], { operation: fc.constantFrom(...operations), how: fc.constantFrom(...faults) }),
)
/** A plan that a school has. */
const beginning = fc.record({
  item: fc.constantFrom<PaidPlanId>('middle', 'super'),
  means: fc.constantFrom<Means>('good', 'pix'),
})
const whole = { process: 0, interruption: undefined }

/** Makes sequences of so many steps, which begin with a plan that is paid. */
export const planStepsOf = (length: number): fc.Arbitrary<PlanStep[]> =>
  fc.noBias(
    fc
      .tuple(beginning, fc.array(step, { minLength: 4, maxLength: length - 2, size: 'max' }))
      .map(([first, more]) => [{ ...whole, kind: 'buy', ...first }, { ...whole, kind: 'pay_code' }, ...more]),
  )
