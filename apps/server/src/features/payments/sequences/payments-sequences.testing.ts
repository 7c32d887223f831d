import { randomUUID } from 'node:crypto'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import { stripeSettings } from '@escola/dev-services/stripe/stripe'
import fc from 'fast-check'
import { readStripe } from '../../../config/stripe-config.ts'
import { PaidSchool, type Parts } from './paid-school.testing.ts'
import { stepsOf } from './payments-steps.testing.ts'

export interface Sequences {
  processes: Parts['processes']
  /** Address of a stand-in for Stripe. */
  stripeUrl: string
  /** Makes the administrator of a new school. */
  makeAdmin(): Promise<Parts['admin']>
  count: number
  /** Steps of the longest one. */
  longest: number
  seed: number
}

const atOnce = 4

/**
 * Plays random sequences, each in a new school, and compares ledger, payments and provider with the model after each.
 * @throws with the shortest sequence that is found to go wrong
 */
export async function playSequences({
  processes,
  stripeUrl,
  makeAdmin,
  count,
  seed,
  longest,
}: Sequences): Promise<void> {
  const sequence = fc.asyncProperty(stepsOf(longest), async (steps) => {
    const settings = stripeSettings(stripeUrl, randomUUID().replaceAll('-', ''))
    const school = new PaidSchool({
      processes,
      stripe: readStripe({ ...settings }, [])!,
      control: new StripeControl(stripeUrl, settings.STRIPE_SECRET_KEY),
      admin: await makeAdmin(),
    })
    await school.play(steps)
    await school.settle()
    const faults = await school.judge()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  const playSome = (_: unknown, part: number) =>
    fc.assert(sequence, { numRuns: Math.ceil(count / atOnce), seed: seed + part })
  await Promise.all(Array.from({ length: atOnce }, playSome))
}
