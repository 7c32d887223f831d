import { expect, it } from 'vitest'
import { readStripe } from './stripe-config.ts'

const read = (env: NodeJS.ProcessEnv) => {
  const problems: string[] = []
  return { stripe: readStripe(env, problems), problems }
}
const test = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_sixteenletters00',
}
const live = { ...test, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }

it('takes an account for one of Brazil unless it says another country', () => {
  expect(read(test).stripe!.isAbroad).toBe(false)
  expect(read({ ...test, STRIPE_COUNTRY: 'US' }).stripe!.isAbroad).toBe(true)
})

it('takes no payments without a secret key', () => {
  expect(read({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual({ stripe: undefined, problems: [] })
})

it.each([
  [test, false],
  [live, true],
  [{ ...test, STRIPE_API_URL: 'http://127.0.0.1:4242/' }, false],
  [{ ...live, NODE_ENV: 'production', SMS_PROVIDER: 'twilio' }, true],
  [{ ...test, NODE_ENV: 'production', STRIPE_TEST: 'on', SMS_PROVIDER: 'local' }, false],
])('%o charges for real: %s', (env, isReal) => {
  expect(read(env)).toMatchObject({ stripe: { isReal }, problems: [] })
})

it.each([
  [{ ...test, STRIPE_SECRET_KEY: 'secret' }, /^STRIPE_SECRET_KEY begins with/],
  [{ ...test, STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET must be set/],
  [{ ...test, STRIPE_PUBLISHABLE_KEY: '' }, /^STRIPE_PUBLISHABLE_KEY must be set/],
  [{ ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /it begins with pk_live_/],
  [{ ...test, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /it begins with pk_test_/],
  [{ ...test, STRIPE_API_URL: 'x' }, /^STRIPE_API_URL must be a URL/],
  [{ ...test, STRIPE_WEBHOOK_SECRET: 'whsec_' }, /^STRIPE_WEBHOOK_SECRET must be set/],
  [{ ...live, STRIPE_API_URL: 'http://api.stripe.com' }, /^STRIPE_API_URL must be https:/],
  [{ ...test, NODE_ENV: 'production' }, /takes STRIPE_TEST=on/],
  [
    { ...test, NODE_ENV: 'production', STRIPE_TEST: 'on', SMS_PROVIDER: 'zenvia' },
    /^SMS_PROVIDER=zenvia takes a live STRIPE_SECRET_KEY/,
  ],
  [{ ...test, STRIPE_COUNTRY: 'Brasil' }, /^STRIPE_COUNTRY must be two capital letters/],
])('%o keeps the server from starting', (env, problem) => {
  expect(read(env).problems).toEqual([expect.stringMatching(problem)])
})
