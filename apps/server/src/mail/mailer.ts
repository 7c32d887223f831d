import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { MailTrouble, type MailVerdict, type SendingError, verdictOf } from './refusals.ts'

export interface Mail {
  /** Towards mailboxes this is the idempotency key: the same mail always carries the same one. */
  messageId: string
  fromName: string
  replyTo: string | undefined
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
}

/** Event of one mail, or of all mail, for the log and the metrics. */
export type MailEvent =
  | { result: 'taken' }
  | { result: MailVerdict; mail: string; words: string }
  | { result: 'stopped'; schoolId: string; words: string }
  | { result: 'opened'; schoolId: string }
  | { result: 'given_up'; mail: string }
  /** A mail was taken, and the database did not record that refusals are over. */
  | { result: 'unrecorded'; words: string }

export interface Mailer {
  /** Returns when the mail server has taken the mail. Throws MailTrouble. */
  send(mail: Mail): Promise<void>
  /** Passes on what happened, to the log and the metrics of the worker. */
  tell(event: MailEvent): void
  close(): void
}

const timeoutMs = 30_000

/** Keeps holiday answers away from owners, to whom answers go (RFC 3834; the second is Exchange's). */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  tell: (event: MailEvent) => void = () => undefined,
): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    // One for each mail that the worker may have on its way at once.
    maxConnections: 7,
    maxMessages: 1000,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
  return {
    send: async ({ fromName, replyTo, ...mail }) => {
      try {
        await transport.sendMail({
          ...mail,
          headers: automatic,
          from: { name: fromName, address },
          ...(replyTo ? { replyTo } : {}),
        })
      } catch (error) {
        const trouble = new MailTrouble(verdictOf(error as SendingError), error)
        tell({ result: trouble.verdict, mail: mail.messageId, words: trouble.words })
        throw trouble
      }
      tell({ result: 'taken' })
    },
    tell,
    close: () => transport.close(),
  }
}
