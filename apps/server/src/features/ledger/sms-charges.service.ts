import type { SchoolDb } from '@escola/db'

/** Charges of text messages, each in the transaction of the message that causes it, so that both stand or neither. */
export interface SmsCharges {
  /** Runs once for each message, when it is queued. */
  chargeSms(db: SchoolDb, messageId: string): Promise<void>
  /** Runs once for a charged message that the provider did not take. */
  returnSms(db: SchoolDb, messageId: string): Promise<void>
}

/** Text messages cost a school nothing as long as no school pays for anything. */
export const freeSms: SmsCharges = {
  chargeSms: () => Promise.resolve(),
  returnSms: () => Promise.resolve(),
}
