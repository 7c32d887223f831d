import { z } from 'zod'
import { NewEmail } from './people.ts'
import { defineRoute } from './route.ts'
import { Done, Id } from './wire.ts'

export const emailChangeLimits = {
  /** Minutes for which a code is good. */
  codeMinutes: 30,
  /** Wrong codes after which another has to be asked for. */
  wrongCodes: 5,
  /** Codes that one user asks for within an hour, and that one mailbox gets. */
  asksPerHour: 5,
  /** Days in which the old mailbox may undo a change; so long its e-mail is kept for the user. */
  undoDays: 7,
} as const

export const emailChangeTexts = {
  sameEmail: 'Este já é o e-mail da sua conta',
  taken: 'Outra conta passou a usar este e-mail. Escolha outro',
  /** The answer is the same for every address. */
  sent: 'Enviamos um código para este e-mail. Digite-o aqui para concluir a troca.',
  changed: 'E-mail alterado. Use o novo da próxima vez que entrar.',
  undone: 'O seu e-mail voltou. Agora crie uma nova senha.',
  schoolSession:
    'Você entrou com um acesso desta escola. Para mudar o e-mail, saia e entre com a sua própria senha: assim ninguém da escola troca o e-mail por você.',
} as const

export const EmailChange = z.object({ email: NewEmail })
export const EmailCode = z.object({
  code: z
    .string()
    .max(100, 'Digite os 6 números do e-mail')
    .transform((typed) => typed.replace(/\D/g, ''))
    .refine((code) => code.length === 6, 'Digite os 6 números do e-mail'),
})

const TokenParams = z.object({ token: z.string().min(1).max(200) })
/** used: it was undone by this link, or by that of an earlier change. */
const MailedUndo = z.object({ state: z.enum(['open', 'used', 'expired']), email: z.string() })
export type MailedUndo = z.infer<typeof MailedUndo>

/** Routes by which users change their own e-mail. The first two need the user's own session and a proof of a moment ago. */
export const emailChanges = {
  ask: defineRoute({
    method: 'POST',
    path: '/user/email-change',
    summary:
      'Mail a code to the e-mail that the caller wants to have; nothing changes yet. Answers the same whether or not the e-mail belongs to an account; that mailbox is told if it does. Again within a minute, it mails nothing',
    access: 'session',
    proof: 'recent',
    rateLimit: 'recovery',
    body: EmailChange.extend({ schoolId: Id.optional() }),
    response: Done,
  }),
  confirm: defineRoute({
    method: 'POST',
    path: '/user/email-change/code',
    summary:
      'Change the e-mail with the code that was mailed to the new one: other sessions and open links end, and the old mailbox may undo it for seven days',
    access: 'session',
    proof: 'recent',
    rateLimit: 'signIn',
    body: EmailCode.extend({ schoolId: Id.optional() }),
    response: z.object({ user: z.object({ email: z.string() }) }),
  }),
  mailedUndo: defineRoute({
    method: 'GET',
    path: '/email-changes/:token',
    summary: 'Which e-mail the link of the old mailbox brings back, and whether it still does; it changes nothing',
    access: 'public',
    params: TokenParams,
    response: z.object({ undo: MailedUndo }),
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/email-changes/:token',
    summary:
      'Bring the old e-mail back, once: every session, the password and all passkeys end. Answers the token of a recovery link',
    access: 'public',
    rateLimit: 'recovery',
    params: TokenParams,
    response: z.object({ recovery: z.string() }),
  }),
}
