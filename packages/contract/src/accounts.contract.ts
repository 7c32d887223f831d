import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { Email, NewEmail, Password, SchoolName, StudentName, UserName } from './people.ts'
import { defineRoute } from './route.ts'
import { SchoolSummary, User } from './schools.contract.ts'
import { SignedIn } from './sessions.contract.ts'
import { Done, Id, SchoolParams } from './wire.ts'

const TokenParams = z.object({ token: z.string().min(1).max(200) })
const disclosure = z.literal(true, { error: messages.terms })

export const OwnerSignUp = z.object({
  school_name: SchoolName,
  user_name: UserName,
  email: NewEmail,
  password: Password,
  disclosure,
  isAcademy: z.union([z.literal(0), z.literal(1)]).default(0),
})

/** Schools that one user may make in twenty-four hours: each takes an address for good. */
export const schoolsPerDay = 10
export const schoolsOfDay = `Você já criou ${schoolsPerDay} escolas nas últimas 24 horas. Crie a próxima amanhã`

/** Said to a user whom the school has erased, and who comes back by themselves. */
export const erasedHere = (school: string) => `Fale com ${school}: só a escola pode abrir o seu acesso de novo.`

/** A further school of a user who has an account. */
export const NewSchool = OwnerSignUp.pick({ school_name: true, disclosure: true, isAcademy: true })

export const StudentSignUp = z.object({ name: StudentName, email: NewEmail, password: Password, disclosure })

export const Invitation = z.object({
  name: StudentName,
  email: NewEmail.optional(),
  password: Password,
  disclosure,
  token: z.string().max(200).optional(),
})

export const EmailCorrection = z
  .object({
    email: Email,
    password: z.string().min(1, messages.passwordShort).max(limits.passwordMax),
    newEmail: NewEmail,
  })
  .refine((body) => body.newEmail !== body.email, { path: ['newEmail'], message: messages.emailSignUp })

export const accounts = {
  signUpOwner: defineRoute({
    method: 'POST',
    path: '/create-account',
    summary: 'Make an owner account together with its school, and mail the activation link',
    access: 'public',
    rateLimit: 'signUp',
    status: 201,
    body: OwnerSignUp,
    response: z.object({ schoolId: Id }),
  }),
  createSchool: defineRoute({
    method: 'POST',
    path: '/user/school',
    summary:
      "Make a school of the caller's, who has an account already. Takes the user's own session; a call that is repeated with the same name within a day answers the first school",
    access: 'session',
    rateLimit: 'signUp',
    status: 201,
    body: NewSchool,
    response: z.object({ school: SchoolSummary }),
  }),
  signUpStudent: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/create-account',
    summary: 'Make a student account inside a school that is not private',
    access: 'visitor',
    rateLimit: 'signUp',
    status: 201,
    params: SchoolParams,
    body: StudentSignUp,
    response: Done,
  }),
  joinSchool: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/join',
    summary:
      "Become a student of a public school with the account that one has; the school gets to know name, e-mail and cellphone. Takes the user's own session; a repeated call changes nothing",
    access: 'visitor',
    rateLimit: 'signUp',
    params: SchoolParams,
    body: z.object({ disclosure }),
    response: Done,
  }),
  correctEmail: defineRoute({
    method: 'POST',
    path: '/user/email',
    summary: 'Take a sign-up that nobody has confirmed yet to another e-mail, by the password that was typed',
    access: 'public',
    rateLimit: 'signUp',
    body: EmailCorrection,
    response: Done,
  }),
  activate: defineRoute({
    method: 'GET',
    path: '/activate/:token',
    summary:
      'Confirm an e-mail with the link that was mailed; opening it twice is fine. Without a password, the same link is an invitation to choose one',
    access: 'public',
    params: TokenParams,
    response: z.object({
      user: z.object({ name: z.string(), email: z.string(), has_password: z.boolean() }),
      school: z.object({ base_path: z.string(), name: z.string() }),
    }),
  }),
  userByToken: defineRoute({
    method: 'GET',
    path: '/user-by-token/:token',
    summary: 'Whom an invitation is for',
    access: 'public',
    params: TokenParams,
    response: z.object({
      user: z.object({ name: z.string(), email: z.string() }),
      school: z.object({ base_path: z.string(), name: z.string() }),
    }),
  }),
  acceptInvitation: defineRoute({
    method: 'POST',
    path: '/create-account/:token',
    summary: 'Finish an invitation: choose name and password; signs the person in',
    access: 'public',
    rateLimit: 'signUp',
    params: TokenParams,
    body: Invitation,
    response: SignedIn.extend({ school: SchoolSummary }),
  }),
  setDarkMode: defineRoute({
    method: 'POST',
    path: '/user/dark-mode',
    summary: 'Remember light or dark',
    access: 'session',
    body: z.object({ dark_mode: z.boolean() }),
    response: z.object({ user: User.pick({ dark_mode: true }) }),
  }),
}
