import type { Mailer } from '../mail/mailer.ts'
import type { SmsSender } from './sms.ts'

/** Domain that no mail server has: the messages stay in the local mailbox. */
const domain = 'sms.localhost'

/** Text messages arrive in the local mailbox, as mails to the number. */
export const createLocalSms = (mailer: Pick<Mailer, 'send'>): SmsSender => ({
  isRepeatable: true,
  send: async ({ key, to, text }) => {
    await mailer.send({
      messageId: `<${key}@${domain}>`,
      fromName: 'SMS',
      replyTo: undefined,
      to: { name: '', address: `${to}@${domain}` },
      subject: `SMS para +${to}`,
      html: '',
      text,
    })
    return key
  },
})
