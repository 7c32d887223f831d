interface PaymentSettings {
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_STAND_IN?: string | undefined
  DATABASE_URL?: string | undefined
}

/**
 * Tells whether the stand-in for Stripe is to run: beside the embedded database unless it is refused, and beside another one only when it is asked
 * for, because schools buy plans there for nothing.
 */
export function wantsStandIn({ STRIPE_SECRET_KEY, STRIPE_STAND_IN, DATABASE_URL }: PaymentSettings): boolean {
  if (STRIPE_STAND_IN && !['on', 'off'].includes(STRIPE_STAND_IN))
    throw new Error(`STRIPE_STAND_IN must be on or off, not "${STRIPE_STAND_IN}".`)
  if (STRIPE_SECRET_KEY && STRIPE_STAND_IN === 'on')
    throw new Error('STRIPE_STAND_IN=on and STRIPE_SECRET_KEY exclude each other: leave one of them out.')
  return !STRIPE_SECRET_KEY && (STRIPE_STAND_IN || (DATABASE_URL ? 'off' : 'on')) === 'on'
}
