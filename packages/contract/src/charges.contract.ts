import { z } from 'zod'
import { Month } from './ledger.contract.ts'
import { countOf } from './messages.ts'
import { formatMoney } from './money.ts'
import { MonthStudents } from './month-students.ts'
import { ContactText } from './needs.ts'
import { defineRoute } from './route.ts'
import { formatDate } from './time.ts'
import { Id, Money, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const chargedLimits = {
  studentsPerPage: 50,
  /** Students of one question. */
  studentsAsked: 500,
} as const

/** A student whom a row of the statement charged, as the school knows them now. */
export const ChargedStudent = z.object({
  user_id: Id,
  /** Month that was charged; rows of earlier releases may have several. */
  month: Month,
  /** Place among the students of the month. */
  place: z.number().int(),
  cents: z.number().int(),
  /** '' for a student who was erased, as is the e-mail. */
  name: z.string(),
  email: ContactText,
  /** Link of the student's page; null where there is none. */
  link: z.string().nullable(),
  /** Name of the student into whom this one was merged; '' for all others. */
  merged_into: z.string(),
  /** Titles of the classes that the student has now. */
  school_gateways: z.array(z.string()),
})
export type ChargedStudent = z.infer<typeof ChargedStudent>

export const chargedTexts = {
  /** Says of a row of the statement: '20/10/2026: 6 alunos, R$ 6,00'. */
  row: ({ utc_booked_on, cents, quantity }: { utc_booked_on: string; cents: number; quantity: number }) =>
    `${formatDate(utc_booked_on)}: ${countOf(quantity, 'aluno', 'alunos')}, ${formatMoney(cents)}. Cada aluno além dos grátis é cobrado uma vez por mês, na ordem em que chegou.`,
  /** Stands in place of the name of a student of whom nothing is kept. */
  erased: 'Aluno excluído',
  erasedWhy: 'Os dados deste aluno foram apagados.',
  merged: (name: string) => `Cadastro juntado ao de ${name}`,
  left: 'Não é mais aluno da escola',
  place: (place: number) => `${place}º`,
} as const

export const charges = {
  month: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/plan-use',
    summary: 'Students of the present month beside the free ones of the plan; null where nothing is charged',
    access: 'admin',
    may: 'money',
    params: SchoolParams,
    response: z.object({ month_students: MonthStudents.nullable() }),
  }),
  already: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/charged-already',
    summary:
      'Sum that the present month has charged for these students, which stays charged when they leave; nothing is done',
    access: 'admin',
    may: 'money',
    reads: true,
    params: SchoolParams,
    body: z.object({ user_ids: z.array(Id).min(1).max(chargedLimits.studentsAsked) }),
    response: z.object({ charged: Money }),
  }),
  students: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/statement/:id/students',
    summary: 'Students whom a row of the statement charged, by their places in the month, a page at a time',
    access: 'admin',
    may: 'money',
    params: SchoolParams.extend({ id: Id }),
    query: PageQuery,
    response: z.object({
      utc_booked_on: Utc,
      /** Cents of the whole row. */
      cents: z.number().int(),
      students: pageOf(ChargedStudent),
    }),
  }),
}
