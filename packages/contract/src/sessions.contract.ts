import { z } from 'zod'
import { securityLimits } from './limits.ts'
import { messages } from './messages.ts'
import { Email, Password } from './people.ts'
import { defineRoute } from './route.ts'
import { SchoolSummary, User } from './schools.contract.ts'
import { Code, Passkey, PasskeyOptions, ShownPasskey } from './security.contract.ts'
import { Done, Id, Utc } from './wire.ts'

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

/** Passkey ids that a recovery keeps; all others end. Of a user with a second factor none ends, and the code is asked for. */
export const NewPassword = z
  .object({
    password: Password,
    repeatPassword: z.string().max(128),
    keptPasskeys: z.array(z.string().max(2000)).max(securityLimits.passkeys).default([]),
    code: Code.optional(),
  })
  .refine((body) => body.password === body.repeatPassword, {
    path: ['repeatPassword'],
    message: messages.passwordRepeat,
  })

/** A used link was opened, or the person has chosen a password by another way since. */
export const MailedLink = z.object({
  purpose: z.enum(['activation', 'invitation', 'recovery', 'sign_up_denial', 'passkey_denial', 'second_factor_denial']),
  state: z.enum(['open', 'used', 'expired']),
  email: z.string(),
})
export type MailedLink = z.infer<typeof MailedLink>

/** Guards of an account beside its password, for the bearer of an open recovery link. */
const Recovery = z.object({
  /** A code of the second factor is asked for, and no passkey ends. */
  asksCode: z.boolean(),
  /** Passkeys that end unless the user keeps them. */
  passkeys: z.array(Passkey),
})
export type Recovery = z.infer<typeof Recovery>

export const signUpDenied = 'Ninguém mais entra nesta conta com a senha que foi escolhida.'

/** Ways of proving again that the user is the session's own; a call has one of them. */
const Proof = z.union([
  z.strictObject({ password: z.string().min(1, messages.passwordShort).max(128) }),
  z.strictObject({ code: Code }),
  z.strictObject({ passkey: ShownPasskey }),
])

const Device = z.object({
  id: z.uuid(),
  /** Device in words such as 'Chrome no Windows'; '' for an unknown one. */
  device: z.string(),
  utc_created_on: Utc,
  utc_seen_on: Utc,
  isThis: z.boolean(),
  /** Name of the school, for a session that reaches one school alone. */
  school: z.string().nullable(),
})
export type Device = z.infer<typeof Device>

const TokenParams = z.object({ token: z.string().min(1).max(200) })

export const sessions = {
  signIn: defineRoute({
    method: 'POST',
    path: '/user/login',
    summary:
      'Sign in with e-mail and password; in a school, also with the password that its administrator set. Whoever has a second factor is answered second_factor_needed with a challenge',
    access: 'public',
    rateLimit: 'signIn',
    body: SignIn,
    response: SignedIn,
  }),
  signInByCode: defineRoute({
    method: 'POST',
    path: '/user/login-by-code',
    summary: 'The second half of a sign-in: the challenge, and a code of the app or of recovery',
    access: 'public',
    rateLimit: 'signIn',
    body: z.object({ challenge: z.string().min(1).max(200), code: Code }),
    response: SignedIn,
  }),
  signInByToken: defineRoute({
    method: 'POST',
    path: '/user/login-by-token',
    summary: 'Sign in with the access link that a school has made for its student; it reaches that school alone',
    access: 'public',
    rateLimit: 'signIn',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: SignedIn,
  }),
  askPasskey: defineRoute({
    method: 'POST',
    path: '/user/passkey-challenge',
    summary: 'What a browser needs to show a passkey',
    access: 'public',
    rateLimit: 'signIn',
    response: z.object({ options: PasskeyOptions }),
  }),
  signInByPasskey: defineRoute({
    method: 'POST',
    path: '/user/login-by-passkey',
    summary: 'Sign in with a passkey, which is both factors',
    access: 'public',
    rateLimit: 'signIn',
    body: z.object({ answer: ShownPasskey }),
    response: SignedIn,
  }),
  prove: defineRoute({
    method: 'POST',
    path: '/user/prove',
    summary: 'Say again who one is, by the own password, a code or a passkey, before what is dangerous',
    access: 'session',
    beforeFactor: true,
    rateLimit: 'signIn',
    body: Proof,
    response: Done,
  }),
  devices: defineRoute({
    method: 'GET',
    path: '/user/devices',
    summary: 'Where I am signed in',
    access: 'session',
    response: z.object({ devices: z.array(Device) }),
  }),
  endDevice: defineRoute({
    method: 'DELETE',
    path: '/user/devices/:id',
    summary: 'Sign out on one device',
    access: 'session',
    proof: 'sometimes',
    params: z.object({ id: z.uuid() }),
    response: Done,
  }),
  endOtherDevices: defineRoute({
    method: 'DELETE',
    path: '/user/devices',
    summary: 'Sign out everywhere but here',
    access: 'session',
    proof: 'recent',
    response: Done,
  }),
  signOut: defineRoute({
    method: 'POST',
    path: '/user/logout',
    summary: 'End this session',
    access: 'session',
    beforeFactor: true,
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
    response: z.object({ link: MailedLink, recovery: Recovery.nullable() }),
  }),
  deny: defineRoute({
    method: 'POST',
    path: '/mailed-links/:token/denial',
    summary:
      'Say that a new account, passkey or second factor is not mine: it ends, and so do all sessions and the password. Answers the token of a recovery link, and null for an account that was signed up for',
    access: 'public',
    rateLimit: 'recovery',
    params: TokenParams,
    response: z.object({ recovery: z.string().nullable() }),
  }),
  setNewPassword: defineRoute({
    method: 'POST',
    path: '/set-new-password/:token',
    summary:
      'Choose a new password with a recovery link; ends every session, and the passkeys that are not kept. Of a user with a second factor it asks for a code, and ends no passkey',
    access: 'public',
    rateLimit: 'recovery',
    params: TokenParams,
    body: NewPassword,
    response: Done,
  }),
}
