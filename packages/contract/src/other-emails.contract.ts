import { z } from 'zod'
import { NewEmail } from './people.ts'
import { defineRoute } from './route.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

export const otherEmailLimits = { perStudent: 10 } as const

/** Texts of other e-mails; they stand apart from those that every page carries. */
export const otherEmailTexts = {
  title: 'Outros e-mails',
  hint: 'Compras e matrículas com estes e-mails entram neste cadastro. Eles não servem para entrar na escola.',
  added: 'E-mail anotado! Avisamos os dois endereços.',
  removed: 'E-mail removido.',
  member: 'Este e-mail já é de uma pessoa da escola. Se é a mesma pessoa, junte os dois cadastros',
  taken: (student: string) => `Este e-mail já está anotado para ${student}`,
  tooMany: `Anote no máximo ${otherEmailLimits.perStudent} e-mails por aluno`,
  removing: (email: string) => `O que vier com ${email} deixa de ser deste aluno. O que já veio continua como está.`,
} as const

export const OtherEmail = z.object({ id: Id, email: z.string(), utc_added_on: Utc })
export type OtherEmail = z.infer<typeof OtherEmail>

export const NewOtherEmail = z.object({ email: NewEmail })

const StudentParams = SchoolParams.extend({ userId: Id })

export const otherEmails = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:userId/other-emails',
    summary: 'Further e-mails of a student in this school, the oldest first',
    access: 'admin',
    may: 'records',
    params: StudentParams,
    response: z.object({ other_emails: z.array(OtherEmail) }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/other-emails',
    summary:
      'Note a further e-mail of a student: sales, imports and enrolments under it are the student’s. It signs nobody in; both mailboxes are told',
    access: 'admin',
    may: 'records',
    rateLimit: 'mail',
    params: StudentParams,
    body: NewOtherEmail,
    response: z.object({ other_email: OtherEmail }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/student/:userId/other-emails/:id',
    summary: 'Forget a further e-mail of a student; what came in under it stays',
    access: 'admin',
    may: 'records',
    params: StudentParams.extend({ id: Id }),
    response: Done,
  }),
}
