import { startMailbox } from '@escola/dev-services/mailbox'
import { createMailer } from '../mail/mailer.ts'
import { closeLater, type World } from './world.ts'

/** Gives a test file a mailbox of its own, and the mailer that fills it; both are closed with the world. */
export async function openMailbox({ config }: Pick<World, 'config'>) {
  const mailbox = await startMailbox()
  const mailer = createMailer({ ...config, smtpUrl: mailbox.smtpUrl })
  closeLater(async () => {
    mailer.close()
    await mailbox.stop()
  })
  return { mailbox, mailer }
}
