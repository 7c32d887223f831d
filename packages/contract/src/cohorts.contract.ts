import { z } from 'zod'
import { DegreeChoice } from './categories.contract.ts'
import { CohortRemoval } from './cohort-removal.ts'
import { Bank } from './ledger.contract.ts'
import { limits } from './limits.ts'
import { countOf } from './messages.ts'
import { ContactText, needs } from './needs.ts'
import { cleanText, NewEmail, StudentName } from './people.ts'
import { ReadableCellphone } from './phones.ts'
import { defineRoute } from './route.ts'
import { Integration, NewIntegrations } from './sales.ts'
import { SalesForecast, SoldProducts } from './sales-forecast.ts'
import { StudentPageQuery } from './students.contract.ts'
import { Day, Term, TermSettings } from './terms.ts'
import { Done, Id, pageOf, SchoolParams, Utc } from './wire.ts'

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
  /** It takes no new purchases, and its subscribers go on; left out: it takes them. */
  sales_ended: z.boolean().optional(),
  /** It is left out of lists and choices, and works as before; left out: it is not. */
  is_archived: z.boolean().optional(),
})
export type Cohort = z.infer<typeof Cohort>
export const CohortCard = Cohort.extend({ degreeTitles: z.array(z.string()) })
export type CohortCard = z.infer<typeof CohortCard>
export const CohortStudent = z.object({
  user_id: Id,
  link: z.string(),
  name: z.string(),
  email: ContactText,
  cellphone: ContactText,
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

export const publicClassTexts = {
  courses:
    'A turma pública tem todos os cursos que não são privados, também os que você criar depois. Um curso privado só entra se você o escolher aqui: quem se cadastra sozinho passa a estudar nele de graça.',
}

export const cohortMessages = {
  renewals: 'Escolha o que acontece com quem assina: outra turma, ou perder o acesso',
  target: 'Escolha a turma',
  archive:
    'Ela sai das listas e das escolhas e continua como está: os alunos estudam, as vendas entram e os prazos contam. Você a encontra em Minhas turmas, no fim da página.',
  dissolving: 'Os assinantes estão indo para esta turma. Quando todos chegarem, a outra será apagada.',
  renewalsSame: 'Escolha outra turma: esta será apagada',
  publicCopy: 'A turma pública não pode ser duplicada',
  publicStays: 'A turma pública não pode ser arquivada',
  /** Question about those who subscribe by a class that is deleted. */
  whereTo: ({ renewing, lapsed }: Pick<CohortRemoval, 'renewing' | 'lapsed'>) => {
    const inside = renewing - lapsed
    const subscribing = countOf(
      inside,
      'aluno está nesta turma por assinatura',
      'alunos estão nesta turma por assinatura',
    )
    const returning = `${lapsed === 1 ? 'volta' : 'voltam'} com a próxima cobrança`
    const outside = inside
      ? countOf(lapsed, 'outro assinante, hoje sem acesso,', 'outros assinantes, hoje sem acesso,')
      : countOf(lapsed, 'assinante desta turma, hoje sem acesso,', 'assinantes desta turma, hoje sem acesso,')
    const all = [inside && subscribing, lapsed && `${outside} ${returning}`].filter(Boolean).join(', e ')
    return `${all}. Para onde ${renewing === 1 ? 'vai' : 'vão'}?`
  },
  /** Says why there is no class to choose, and what helps. */
  noTarget: (isOtherArchived: boolean) =>
    isOtherArchived
      ? 'As outras turmas estão arquivadas. Desarquive uma em Minhas turmas e apague esta depois.'
      : 'A escola não tem outra turma. Crie uma em Minhas turmas e apague esta depois.',
  losing: 'Perdem o acesso',
  losingText:
    'As próximas cobranças ficam em Vendas como “sem turma”, até você escolher uma turma ou devolver o pagamento na plataforma.',
  movingText:
    'Quem está nela vai para a turma escolhida e continua com o prazo que já tinha. As próximas cobranças valem lá.',
}

const CohortParams = SchoolParams.extend({ id: Id })
export const CohortTitle = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((value) => value.length <= limits.inputMax, 'Use no máximo 100 caracteres')

export const NewStudent = z.object({ name: StudentName, email: NewEmail, cellphone: ReadableCellphone.default('') })
export type NewStudent = z.infer<typeof NewStudent>

export const cohorts = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway-list',
    summary: 'All classes',
    access: 'admin',
    may: ['cohorts', 'students', 'sales', 'records'],
    params: SchoolParams,
    response: z.object({ gatewayList: z.array(CohortCard) }),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/create',
    summary: 'Make a class, or copy one with its courses, term, seats and calendar',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    status: 201,
    params: SchoolParams,
    body: z.object({ title: CohortTitle.optional(), copy_of: Id.optional() }).default({}),
    response: z.object({ gateway: Cohort }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id',
    summary: 'One class with a page of its students',
    access: 'admin',
    may: 'cohorts',
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
    may: 'cohorts',
    proof: 'sometimes',
    params: CohortParams,
    body: z.object({
      title: CohortTitle.optional(),
      degrees: z.array(Id).max(5000).optional(),
      all_degrees: z.boolean().optional(),
      /** Complete list of the class's integrations: saving removes those that it doesn't name. */
      integrations: NewIntegrations.optional(),
      ...TermSettings.shape,
      sales_ended: z.boolean().optional(),
      is_archived: z.boolean().optional(),
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
    may: 'cohorts',
    reads: true,
    params: CohortParams,
    body: z.union([
      z.strictObject({ term: Term }),
      /** Null: the class's own term. */
      z.strictObject({ integration_id: Id, term: Term.nullable() }),
    ]),
    response: z.object({ losing: z.number().int() }),
  }),
  forecastSales: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/forecast-sales',
    summary: 'What waits for a class and would come in, if it sold these products: purchases, mails and their price',
    access: 'admin',
    may: 'cohorts',
    reads: true,
    params: CohortParams,
    body: SoldProducts,
    response: SalesForecast,
  }),
  getRemoval: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/removal',
    summary: 'What goes with a class when it is deleted',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    response: z.object({ removal: CohortRemoval }),
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/delete',
    summary: 'Delete a class; its students keep their accounts and lose its courses, but for subscribers who are moved',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    body: z
      .object({
        /** Class to which those who subscribe go, also who is out until the next charge; null: they lose their access. Asked for where there are any. */
        renewals_to: Id.nullable().optional(),
      })
      .nullish(),
    /** A change of many students moves them where they are many, and deletes the class at the end. */
    response: Done.extend({ bulk_id: Id.nullable() }),
  }),
  addStudent: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/add-student',
    summary: 'Enroll one person by e-mail; somebody new gets an invitation; doing it twice changes nothing',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    params: CohortParams,
    body: NewStudent,
    response: z.object({
      student: CohortStudent,
      alreadyEnrolled: z.boolean(),
      bank: needs('money', Bank, { balance: '0.00', points: 0 }),
    }),
  }),
}
