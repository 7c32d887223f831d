import { z } from 'zod'
import { messages } from './messages.ts'
import { Email, Password } from './people.ts'
import { defineRoute } from './route.ts'
import { SchoolSummary, User } from './schools.contract.ts'
import { Done, Id } from './wire.ts'

export const SignedIn = z.object({ token: z.string(), user: User, schools: z.array(SchoolSummary) })
export type SignedIn = z.infer<typeof SignedIn>

export const SignIn = z.object({
  email: Email,
  password: z.string().min(1, messages.passwordShort).max(128),
  degreeLink: z.string().max(200).optional(),
  schoolId: Id.optional(),
})

export const ResendOwnActivation = SignIn.pick({ email: true, password: true, schoolId: true })

export const RecoveryRequest = z.object({ email: Email, schoolId: Id.optional() })

export const NewPassword = z
  .object({ password: Password, repeatPassword: z.string().max(128) })
  .refine((body) => body.password === body.repeatPassword, {
    path: ['repeatPassword'],
    message: messages.passwordRepeat,
  })

/** used: it was opened, or the person has chosen a password by another way since. */
export const MailedLink = z.object({
  purpose: z.enum(['activation', 'invitation', 'recovery']),
  state: z.enum(['open', 'used', 'expired']),
  email: z.string(),
})
export type MailedLink = z.infer<typeof MailedLink>

const TokenParams = z.object({ token: z.string().min(1).max(200) })

export const sessions = {
  signIn: defineRoute({
    method: 'POST',
    path: '/user/login',
    summary: 'Sign in with e-mail and password; in a school, also with the password that its administrator set',
    access: 'public',
    rateLimit: 'signIn',
    body: SignIn,
    response: SignedIn,
  }),
  signOut: defineRoute({
    method: 'POST',
    path: '/user/logout',
    summary: 'End this session',
    access: 'session',
    response: Done,
  }),
  resendActivation: defineRoute({
    method: 'POST',
    path: '/public/resend-signup',
    summary: 'Send the activation link again; answers the same whether or not the e-mail exists',
    access: 'public',
    rateLimit: 'recovery',
    body: RecoveryRequest,
    response: Done,
  }),
  resendOwnActivation: defineRoute({
    method: 'POST',
    path: '/user/resend-signup',
    summary: 'Send the activation link again to somebody who knows the password, in the name of the school they are at',
    access: 'public',
    rateLimit: 'recovery',
    body: ResendOwnActivation,
    response: Done,
  }),
  requestRecovery: defineRoute({
    method: 'POST',
    path: '/user/recover-password',
    summary: 'Send a link to choose a new password; answers the same whether or not the e-mail exists',
    access: 'public',
    rateLimit: 'recovery',
    body: RecoveryRequest,
    response: Done,
  }),
  mailedLink: defineRoute({
    method: 'GET',
    path: '/mailed-links/:token',
    summary:
      'What a mailed link is for, and whether it still opens anything; told to whoever has the link, and to nobody else',
    access: 'public',
    params: TokenParams,
    response: z.object({ link: MailedLink }),
  }),
  setNewPassword: defineRoute({
    method: 'POST',
    path: '/set-new-password/:token',
    summary: 'Choose a new password with a recovery link; ends every other session',
    access: 'public',
    rateLimit: 'recovery',
    params: TokenParams,
    body: NewPassword,
    response: Done,
  }),
}
