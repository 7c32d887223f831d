import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide, isOpen, type Known, type Reading } from './payment-decision.ts'

const known: Known = { status: 'processing', fault: '', attempt: 2 }
const reading = (status: string, more: Partial<Reading> = {}): Reading => ({
  status,
  before: known,
  isOver: false,
  ...more,
})
const first = { ...known, attempt: 1 }
const waiting = { ...known, status: 'requires_action' } as const
const failed = { ...known, status: 'failed' } as const

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
  [waiting, reading('requires_payment_method', { fault: 'expired_card', before: waiting }), 'failed'],
  // Asked before the new attempt was confirmed: the fault is that of the previous one.
  [waiting, reading('requires_payment_method', { fault: 'expired_card' }), 'requires_action'],
  [first, reading('requires_payment_method', { before: first, fault: 'expired_card' }), 'failed'],
  [known, reading('requires_confirmation'), 'processing'],
  [known, reading('requires_confirmation', { isOver: true }), 'failed'],
  [known, reading('canceled', { before: first }), 'processing'],
  [known, reading('succeeded', { before: first }), 'succeeded'],
  [failed, reading('requires_action'), 'failed'],
  [failed, reading('requires_action', { before: failed }), 'requires_action'],
  [failed, reading('processing', { before: failed }), 'processing'],
  [failed, reading('canceled', { before: failed }), 'failed'],
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
    if (step.kind === 'ask') answers.push({ ...intent, before: payment, isOver: false })
    if (step.kind === 'receive' && answers.length) receive(answers[step.which % answers.length]!)
  }
  receive({ ...intent, before: payment, isOver: true })
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

it('gives once what was paid and nothing else, and calls nothing failed that is under way, whatever is received when', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { intent, payment, given } = play(steps)
      expect(payment.status === 'succeeded').toBe(intent.status === 'succeeded')
      expect(given).toBe(intent.status === 'succeeded' ? 1 : 0)
      if (intent.status === 'requires_action' || intent.status === 'processing')
        expect(payment.status).not.toBe('failed')
    }),
    { numRuns: 10_000 },
  )
})
