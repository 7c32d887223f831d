import type { Config } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createLocalSms } from './local-sms.ts'
import type { SmsSender } from './sms.ts'
import { createTwilio } from './twilio.ts'
import { createZenvia } from './zenvia.ts'

export function createSmsSender({ sms }: Pick<Config, 'sms'>, mailer: Mailer): SmsSender {
  switch (sms.provider) {
    case 'twilio':
      return createTwilio(sms)
    case 'zenvia':
      return createZenvia(sms)
    case 'local':
      return createLocalSms(mailer)
    case 'off':
      return {
        isRepeatable: true,
        send: () => Promise.reject(new Error('no provider of text messages is configured')),
      }
  }
}
