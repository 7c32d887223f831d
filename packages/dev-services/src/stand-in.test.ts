import { expect, it } from 'vitest'
import { wantsStandIn } from './stand-in.ts'

const DATABASE_URL = 'postgres://127.0.0.1/escola'
const STRIPE_SECRET_KEY = 'sk_live_1'

it.each([
  ['beside the embedded database', {}, true],
  ['not beside another one', { DATABASE_URL }, false],
  ['beside another one when asked for', { DATABASE_URL, STRIPE_STAND_IN: 'on' }, true],
  ['not when it is refused', { STRIPE_STAND_IN: 'off' }, false],
  ['never beside an account at Stripe', { STRIPE_SECRET_KEY }, false],
  ['with empty settings as without them', { DATABASE_URL: '', STRIPE_STAND_IN: '', STRIPE_SECRET_KEY: '' }, true],
])('runs %s', (_, settings, runs) => {
  expect(wantsStandIn(settings)).toBe(runs)
})

it('says what can not be meant', () => {
  expect(() => wantsStandIn({ STRIPE_STAND_IN: 'yes' })).toThrow('STRIPE_STAND_IN must be on or off, not "yes"')
  expect(() => wantsStandIn({ STRIPE_SECRET_KEY, STRIPE_STAND_IN: 'on' })).toThrow('exclude each other')
})
