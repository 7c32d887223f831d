import { z } from 'zod'
import { Id, Utc } from './wire.ts'

/** State of a text message to a student, as far as it is known. */
export const SentSms = z.object({
  id: Id,
  cellphone: z.string(),
  state: z.enum(['waiting', 'sent', 'number_refused', 'unknown', 'unsent', 'undelivered']),
  /** Moment when the provider took the message; until then, when it was asked for. */
  utc_on: Utc,
})
export type SentSms = z.infer<typeof SentSms>

/** Number of a student for text messages, shown with its country; one is sent once the school has confirmed it. */
export const SmsNumber = z.object({ e164: z.string(), shown: z.string(), is_confirmed: z.boolean() })
export type SmsNumber = z.infer<typeof SmsNumber>

/** Says what became of a text message. */
export const smsInWords = (state: SentSms['state'], moment: string) =>
  ({
    waiting: 'SMS a caminho',
    sent: `SMS enviado em ${moment}`,
    number_refused: `Número recusado em ${moment}: confira o celular do aluno`,
    unknown: `Não sabemos se o SMS de ${moment} chegou. Se for preciso, envie outro`,
    unsent: `O SMS de ${moment} não foi enviado`,
    undelivered: `O SMS de ${moment} não chegou: confira o celular do aluno`,
  })[state]
