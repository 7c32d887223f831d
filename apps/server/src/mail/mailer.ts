import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

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

/** The server said that this mail will never be taken: the address does not exist, or the content is refused. */
export class MailRefused extends Error {}

export interface Mailer {
  /** Returns when the mail server has taken the mail. Throws MailRefused for ever, anything else for now. */
  send(mail: Mail): Promise<void>
  close(): void
}

const timeoutMs = 30_000

export function createMailer({ smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer {
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
        await transport.sendMail({ ...mail, from: { name: fromName, address }, ...(replyTo ? { replyTo } : {}) })
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}

/** A 5xx to the recipient or the content. One to our sign-in or sender is a fault of the settings, which a person can mend. */
function isRefusal(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isAboutThisMail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  return isAboutThisMail && (responseCode === undefined || responseCode >= 500)
}
