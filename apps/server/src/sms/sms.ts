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

/** A message that was sent, as far as its sender knows. */
export interface SentSms {
  /** Undefined when the provider did not answer. */
  providerId: string | undefined
  /** Empty where the student was erased; the provider's id is known then. */
  to: string
  /** Part of the text that no other message has. */
  mark: string
}

/** open: the provider has not decided. */
export type SmsReport = 'delivered' | 'undelivered' | 'open'

export interface SmsSender {
  /** True when a message that is sent twice under its key arrives once. */
  isRepeatable: boolean
  /** The provider tells by events, under its own id, what became of a message. */
  hasEvents?: true
  /**
   * Returns the provider's id when it has taken the message.
   * @throws NumberRefused for ever; SmsUnanswered when the provider may have taken it; anything else when the message was surely not taken, and may be sent again
   */
  send(sms: Sms): Promise<string>
  /**
   * Tells what became of a message; a provider that can't be asked has none. A message that the provider doesn't know was not delivered.
   * @throws when the provider does not answer
   */
  report?(sent: SentSms): Promise<SmsReport>
}
