import { z } from 'zod'
import { DegreeChoice } from './categories.contract.ts'
import { chargeMessages } from './charges.ts'
import { Bank } from './ledger.contract.ts'
import { limits } from './limits.ts'
import { countOf } from './messages.ts'
import { centsOf } from './money.ts'
import { Cellphone, cleanText, NewEmail, StudentName } from './people.ts'
import { defineRoute } from './route.ts'
import { Integration, NewIntegrations } from './sales.ts'
import { StudentPageQuery } from './students.contract.ts'
import { Day, Term, TermSettings } from './terms.ts'
import { Done, Id, Money, pageOf, SchoolParams, Utc } from './wire.ts'

/** Class (turma). On the wire the specification says gateway. */
export const Cohort = z.object({
  id: Id,
  title: z.string(),
  is_public: z.boolean(),
  all_degrees: z.boolean(),
  degrees: z.array(Id),
  integrations: z.array(Integration),
  totalStudents: z.number().int(),
  /** Number of published courses that the class opens. */
  opens: z.number().int(),
  /** How long a student has access who joins from now on. */
  term: Term,
  /** Most students that may be added; null: there is no limit. Sales come in beyond it. */
  seats: z.number().int().nullable(),
  /** Last day on which students may be added; null: there is none. Sales come in after it. */
  enrolls_until: Day.nullable(),
  /** Progress of a term that is applied to all students just now. */
  term_change: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
})
export type Cohort = z.infer<typeof Cohort>
export const CohortCard = Cohort.extend({ degreeTitles: z.array(z.string()) })
export type CohortCard = z.infer<typeof CohortCard>
export const CohortStudent = z.object({
  user_id: Id,
  link: z.string(),
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  origin: z.string(),
  utc_created_on: Utc,
  /** End of the access; null: there is none. */
  utc_ends_on: Utc.nullable(),
  /** Share of the lessons of the class's courses that the student has completed: '0.00' to '100.00'. */
  progress: z.string(),
  /** Latest hour in which the student was in the school; null: never. */
  utc_seen_on: Utc.nullable(),
})
export type CohortStudent = z.infer<typeof CohortStudent>

/** How far a student of a class is: never been in the school, away for a while before the end, or done with all courses that the class opens. */
export const progressStates = ['never', 'stalled', 'finished'] as const
export type ProgressState = (typeof progressStates)[number]
/** A student who has not been in the school for so many days has stalled. */
export const stalledDays = 14
export const progressLabels: Record<ProgressState, string> = {
  never: 'Não entrou',
  stalled: `Parado há ${stalledDays} dias`,
  finished: 'Concluiu',
}

/** Things that go with a class that is deleted. */
export const CohortRemoval = z.object({
  totalStudents: z.number().int(),
  /** Number of published courses that its students lose. */
  opens: z.number().int(),
  /** Integrations with sales platforms. */
  integrations: z.number().int(),
  /** Sales that wait and are of a product that the class sells. */
  waiting_sales: z.number().int(),
  /** Integrations of the access API. */
  api_integrations: z.number().int(),
  /** Dates of modules, and modules opened by hand, in the class's calendar. */
  dates: z.number().int(),
  /** Sum that the present month has charged for its students, which stays charged. */
  charged: Money,
})
export type CohortRemoval = z.infer<typeof CohortRemoval>

/** Tells in sentences what goes with a class that is deleted. */
export function describeRemoval(title: string, removal: CohortRemoval): string {
  const { totalStudents, opens, integrations, waiting_sales: sales, api_integrations: api, dates, charged } = removal
  const losing = totalStudents === 1 ? 'perde' : 'perdem'
  const loss = opens ? `, mas ${losing} o acesso ${opens === 1 ? 'ao curso' : `aos ${opens} cursos`} da turma` : ''
  return [
    `A turma “${title}” será apagada.`,
    totalStudents === 0
      ? 'Ninguém está nela.'
      : `${countOf(totalStudents, 'aluno continua', 'alunos continuam')} na escola${loss}.`,
    integrations &&
      `${countOf(integrations, 'integração de venda some', 'integrações de venda somem')} com ela, e novas compras não matriculam mais ninguém aqui.`,
    sales && `${countOf(sales, 'venda que espera fica', 'vendas que esperam ficam')} sem esta turma.`,
    api && `${countOf(api, 'integração da API de acesso para', 'integrações da API de acesso param')} de matricular.`,
    dates &&
      `${countOf(dates, 'data ou liberação', 'datas e liberações')} do calendário dela também se perde${dates === 1 ? '' : 'm'}.`,
    chargeMessages.stays(centsOf(charged)).trim(),
  ]
    .filter(Boolean)
    .join(' ')
}

const CohortParams = SchoolParams.extend({ id: Id })
export const CohortTitle = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((value) => value.length <= limits.inputMax, 'Use no máximo 100 caracteres')

export const NewStudent = z.object({ name: StudentName, email: NewEmail, cellphone: Cellphone.default('') })
export type NewStudent = z.infer<typeof NewStudent>

export const cohorts = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway-list',
    summary: 'All classes',
    access: 'admin',
    params: SchoolParams,
    response: z.object({ gatewayList: z.array(CohortCard) }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/create',
    summary: 'Make a class',
    access: 'admin',
    rateLimit: 'mail',
    status: 201,
    params: SchoolParams,
    body: z.object({ title: CohortTitle.optional() }).default({}),
    response: z.object({ gateway: Cohort }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id',
    summary: 'One class with a page of its students',
    access: 'admin',
    params: CohortParams,
    /** '' asks for all students. */
    query: StudentPageQuery.extend({
      search: z.string().max(limits.searchMax).default(''),
      standing: z.enum(['', ...progressStates]).default(''),
    }),
    response: z.object({
      gateway: Cohort,
      students: pageOf(CohortStudent),
      /** Courses of the school in the order of their categories. */
      degrees: z.array(DegreeChoice),
    }),
  }),
  update: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id',
    summary: 'Save title, courses and integrations of a class',
    access: 'admin',
    proof: 'sometimes',
    params: CohortParams,
    body: z.object({
      title: CohortTitle.optional(),
      degrees: z.array(Id).max(5000).optional(),
      all_degrees: z.boolean().optional(),
      /** Complete list of the class's integrations: saving removes those that it doesn't name. */
      integrations: NewIntegrations.optional(),
      ...TermSettings.shape,
    }),
    response: z.object({
      gateway: Cohort,
      /** Sales that waited for a class and are done again, because the integrations that were saved sell them. */
      waiting_sales: z.number().int(),
    }),
  }),
  countLosing: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/count-losing',
    summary:
      'How many students would lose access at once if the term of the class, or of an integration, applied to all',
    access: 'admin',
    reads: true,
    params: CohortParams,
    body: z.union([
      z.strictObject({ term: Term }),
      /** Null: the class's own term. */
      z.strictObject({ integration_id: Id, term: Term.nullable() }),
    ]),
    response: z.object({ losing: z.number().int() }),
  }),
  getRemoval: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/removal',
    summary: 'What goes with a class when it is deleted',
    access: 'admin',
    params: CohortParams,
    response: z.object({ removal: CohortRemoval }),
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/delete',
    summary: 'Delete a class; its students keep their accounts and lose its courses',
    access: 'admin',
    params: CohortParams,
    response: Done,
  }),
  addStudent: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/add-student',
    summary: 'Enroll one person by e-mail; somebody new gets an invitation; doing it twice changes nothing',
    access: 'admin',
    rateLimit: 'mail',
    params: CohortParams,
    body: NewStudent,
    response: z.object({
      student: CohortStudent,
      alreadyEnrolled: z.boolean(),
      bank: Bank,
    }),
  }),
}
