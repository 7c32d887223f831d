import { paymentLimits } from '@escola/contract/payments.contract'
import type { School } from '../../../core/scope.ts'
import { insertCard } from './cards.queries.ts'

/** Keeps as many cards as a school may, or all but some. */
export const keepAllCards = (school: School, left = 0) =>
  school.tx(async (db) => {
    for (let number = 1 + left; number <= paymentLimits.cards; number++) {
      const card = { stripe_id: `pm_kept${number}`, brand: 'visa', last_4_digits: '4242', expires: '12/2030' }
      await insertCard(db, card, new Date())
    }
  })
