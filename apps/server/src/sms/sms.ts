export interface Sms {
  /** Idempotency key: the same message always carries the same one. */
  key: string
  /** Digits with those of the country. */
  to: string
  /** At most 160 characters of GSM's alphabet. */
  text: string
}

/** The provider said that this number gets no messages, now or later. */
export class NumberRefused extends Error {}
/** The provider may have taken the message, and did not say so. */
export class SmsUnanswered extends Error {}

export interface SmsSender {
  /** True when a message that is sent twice under its key arrives once. */
  isRepeatable: boolean
  /**
   * Returns the provider's id when it has taken the message.
   * @throws NumberRefused for ever; SmsUnanswered when the provider may have taken it; anything else when the message was surely not taken, and may be sent again
   */
  send(sms: Sms): Promise<string>
}
