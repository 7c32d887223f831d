import type { School } from '../core/scope.ts'
import { bookMovement } from '../features/ledger/ledger.service.ts'
import { adjustmentTransfers } from '../features/ledger/movements.ts'

/** Environment of an installation that takes payments, so that schools pay for what they use. */
export const paying = {
  STRIPE_SECRET_KEY: 'sk_test_escola',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_escola',
  STRIPE_WEBHOOK_SECRET: 'whsec_escola_of_all_tests',
}

/** Gives a school money, or takes it. */
export const giveBalance = (
  school: Pick<School, 'tx'>,
  cents: number,
  now = () => new Date(),
  key: string = crypto.randomUUID(),
) =>
  school.tx((db) =>
    bookMovement(db, { key: `adjustment:${key}`, kind: 'adjustment', transfers: adjustmentTransfers(cents) }, { now }),
  )
