import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide, isOpen, type Known, type Reading } from './payment-decision.ts'

const known: Known = { status: 'processing', fault: '', attempt: 2 }
const reading = (status: string, more: Partial<Reading> = {}): Reading => ({
  status,
  attempt: 2,
  isOver: false,
  ...more,
})

it.each([
  [known, reading('succeeded'), 'succeeded'],
  [known, reading('processing'), 'processing'],
  [known, reading('requires_action'), 'requires_action'],
  [known, reading('requires_capture'), 'processing'],
  [known, reading('canceled'), 'canceled'],
  [known, reading('requires_payment_method'), 'processing'],
  [known, reading('requires_payment_method', { isOver: true }), 'failed'],
  [known, reading('requires_payment_method', { fault: 'expired_card' }), 'processing'],
  [known, reading('requires_payment_method', { fault: 'expired_card', isOver: true }), 'failed'],
  [{ ...known, status: 'requires_action' }, reading('requires_payment_method', { fault: 'expired_card' }), 'failed'],
  [{ ...known, attempt: 1 }, reading('requires_payment_method', { attempt: 1, fault: 'expired_card' }), 'failed'],
  [known, reading('requires_confirmation'), 'processing'],
  [known, reading('requires_confirmation', { isOver: true }), 'failed'],
  [known, reading('canceled', { attempt: 1 }), 'processing'],
  [known, reading('succeeded', { attempt: 1 }), 'succeeded'],
  [{ ...known, status: 'failed' }, reading('requires_action'), 'failed'],
  [{ ...known, status: 'failed' }, reading('succeeded'), 'succeeded'],
  [{ ...known, status: 'canceled' }, reading('succeeded'), 'succeeded'],
  [{ ...known, status: 'succeeded' }, reading('canceled'), 'succeeded'],
] as const)('%o and %o make %s', (before, state, status) => {
  expect(decide(before, state)).toMatchObject({ status })
})

/** An intent at the provider: an attempt is confirmed, and ends by money, by a refusal, or not at all. */
interface Intent {
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
  fault?: string | undefined
}
type Step =
  | { kind: 'try'; outcome: Intent['status'] }
  | { kind: 'progress'; outcome: Intent['status'] }
  | { kind: 'ask' }
  | { kind: 'receive'; which: number }
  | { kind: 'cancel' }

/** Plays steps at the provider and here; answers may be received late, twice, in any order, or never. */
function play(steps: Step[]) {
  const intent: Intent = { status: 'requires_payment_method' }
  let payment: Known = { status: 'processing', fault: '', attempt: 1 }
  let given = 0
  const answers: Reading[] = []
  const isLive = () => intent.status !== 'succeeded' && intent.status !== 'canceled'
  const move = (outcome: Intent['status']) => {
    if (!isLive()) return
    intent.status = outcome
    intent.fault = outcome === 'requires_payment_method' ? 'card_declined' : undefined
  }
  const receive = (answer: Reading) => {
    const next = decide(payment, answer)
    if (next.status === 'succeeded' && payment.status !== 'succeeded') given++
    payment = { ...payment, ...next }
  }
  for (const step of steps) {
    if (step.kind === 'try') {
      if (payment.status === 'failed') payment = { status: 'processing', fault: '', attempt: payment.attempt + 1 }
      if (isOpen(payment)) move(step.outcome)
    }
    if (step.kind === 'progress') move(step.outcome)
    if (step.kind === 'cancel') move('canceled')
    if (step.kind === 'ask') answers.push({ ...intent, attempt: payment.attempt, isOver: false })
    if (step.kind === 'receive' && answers.length) receive(answers[step.which % answers.length]!)
  }
  receive({ ...intent, attempt: payment.attempt, isOver: true })
  return { intent, payment, given }
}

const outcome = fc.constantFrom<Intent['status']>(
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('try' as const), outcome }),
  fc.record({ kind: fc.constant('progress' as const), outcome }),
  fc.record({ kind: fc.constant('ask' as const) }),
  fc.record({ kind: fc.constant('receive' as const), which: fc.nat(50) }),
  fc.constant<Step>({ kind: 'cancel' }),
)

it('gives once what was paid and nothing else, whatever is received when', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { intent, payment, given } = play(steps)
      expect(payment.status === 'succeeded').toBe(intent.status === 'succeeded')
      expect(given).toBe(intent.status === 'succeeded' ? 1 : 0)
    }),
    { numRuns: 10_000 },
  )
})
