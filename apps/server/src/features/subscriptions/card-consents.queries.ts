import { cardConsent } from '@escola/contract/card-consent'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'

interface Consent {
  cardId: string
  /** Sum of each month. */
  cents: number
  /** Administrator who gave it; null where none is known. */
  userId: string | null
}

/** Keeps that a payer has consented to charge a card each month, in the words that stood beside the button. */
export const keepConsent = (db: SchoolDb, { cardId, cents, userId }: Consent, { now }: Clock) =>
  db
    .insertInto('card_consents')
    .values({
      method_id: cardId,
      user_id: userId,
      version: cardConsent.version,
      text: cardConsent.text(cents),
      utc_given_on: now(),
    })
    .execute()
