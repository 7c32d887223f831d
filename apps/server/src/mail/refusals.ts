/**
 * Verdict of a sending that failed.
 * address: this mailbox takes no mail, ever. perhaps_address: it says so without a class, which servers also do when the whole account is refused.
 * later: the server refuses the mail, and may take it another time. away: the server can't be used at all, so no other mail would leave either.
 */
export type MailVerdict = 'address' | 'perhaps_address' | 'later' | 'away'

/** A mail that did not leave. The message has the server's own words, which may name the address. */
export class MailTrouble extends Error {
  readonly verdict: MailVerdict
  constructor(verdict: MailVerdict, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.verdict = verdict
  }
  /** The server's words, without the addresses in them. */
  get words(): string {
    return this.message.replace(/[^\s<>"':;,()]+@[^\s<>"':;,()]+/g, '…').slice(0, 300)
  }
}

/** The parts of a mail client's error that tell what happened. */
export interface SendingError {
  code?: string
  message?: string
  /** Command that the server answered: MAIL FROM, RCPT TO, DATA; API: the mail client itself refused, before it asked the server. */
  command?: string
  responseCode?: number
  /** Answer of the server, as it came. */
  response?: string
}

/** A mailbox that is unknown or closed: the classes of RFC 3463 that are about the recipient. 5.1.7 and 5.1.8 are about the sender. */
const ofAddress = /^5\.(?:1\.(?!7$|8$)\d{1,3}|2\.1)$/
const codesOfAddress = new Set([550, 551, 553])

/**
 * Reads the answer of a mail server as a verdict. One that is about our account, our sender or the content says nothing of the address: providers
 * answer account-wide trouble with 550 and 554, too.
 */
export function verdictOf({ code, message = '', command, responseCode, response = '' }: SendingError): MailVerdict {
  if (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'DATA')) return 'later'
  if (code !== 'EENVELOPE' || command === 'MAIL FROM') return 'away'
  // The client refuses what is no address before it asks the server; the sender's is a setting.
  if (command === 'API') return message.startsWith('Invalid sender') ? 'away' : 'address'
  if (!responseCode || responseCode < 500) return 'later'
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (enhanced) return ofAddress.test(enhanced) ? 'address' : 'later'
  return codesOfAddress.has(responseCode) ? 'perhaps_address' : 'later'
}
