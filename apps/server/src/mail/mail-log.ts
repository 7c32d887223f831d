import type { Logger } from 'pino'
import type { MailEvent } from './mailer.ts'

/** Logs what became of mails, in the server's words: a mail that was taken is no news. */
export const mailLog = (log: Logger) => (event: MailEvent) => {
  switch (event.result) {
    case 'taken':
      return
    case 'stopped':
      return log.error(event, 'mail is stopped: the server refuses it')
    case 'opened':
      return log.info(event, 'mail is open again')
    case 'unrecorded':
      return log.error(event, 'a mail was taken, and refusals still count')
    case 'given_up':
      return log.warn(event, 'a mail was given up')
    default:
      return log.warn(event, 'a mail was not taken')
  }
}
