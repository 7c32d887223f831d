import { z } from 'zod'
import { type Permission, permissions } from './permissions.ts'
import { defineRoute } from './route.ts'
import { Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const teamLogLimits = {
  /** Lines are kept for so many days: 13 months. */
  days: 396,
  perPage: 50,
  /** Longest value that a line keeps of a field. */
  valueMax: 500,
} as const

/** Kinds of things that a change is about. */
export const subjectKinds = [
  'student',
  'member',
  'course',
  'lesson',
  'cohort',
  'certificate',
  'certificate_template',
  'exam_question',
  'sales_account',
  'sale',
  'affiliate_plan',
  'page',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const teamLogTexts = {
  title: 'O que a equipe fez',
  description:
    'Cada alteração da equipe fica aqui por 13 meses: quem fez, quando e em quê. Downloads e segredos vistos também.',
  none: 'Nada foi alterado ainda',
  noneText: 'Quando alguém da equipe alterar algo, você vê aqui quem foi, quando e o que mudou.',
  noMatch: 'Nenhuma alteração com esses filtros',
  noMatchText: 'Escolha outra pessoa ou outra área.',
  erasedPerson: 'pessoa apagada',
  erasedStudent: 'aluno apagado',
  unknownAfter: 'não terminou',
  empty: 'vazio',
} as const

/** Areas of changes, by the right that they take. */
export const changeAreas: Record<Permission, string> = {
  courses: 'Cursos e avaliações',
  threads: 'Perguntas',
  students: 'Alunos',
  cohorts: 'Turmas e prazos',
  records: 'Importar, baixar e apagar',
  sales: 'Vendas',
  certificates: 'Certificados',
  affiliates: 'Filiais',
  money: 'Pagamentos',
  settings: 'Configurações',
  team: 'Equipe e acessos',
  reports: 'Relatórios',
}

export const TeamChange = z.object({
  id: Id,
  user_id: Id,
  name: z.string(),
  /** Name of the change; changeLabel has words for it. */
  change: z.string(),
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string(), title: z.string(), link: z.string() }).nullable(),
  /** How many times it was done within half an hour. */
  times: z.number().int(),
  values: z.array(z.object({ field: z.string(), before: z.string(), after: z.string().nullable() })),
  utc_began_on: Utc,
  utc_made_on: Utc,
})
export type TeamChange = z.infer<typeof TeamChange>

const AreaFilter = z.enum(['', ...permissions]).default('')
const PersonFilter = z.union([z.literal(''), Id]).default('')
export const TeamLogFilter = z.object({ area: AreaFilter, user_id: PersonFilter })
export type TeamLogFilter = z.output<typeof TeamLogFilter>

export const teamLog = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/team-log',
    summary: 'What the team changed in the school, newest first, a page at a time, of one person or of one area',
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    query: PageQuery.extend(TeamLogFilter.shape),
    response: z.object({
      changes: pageOf(TeamChange),
      /** People who have changed something, by name. */
      people: z.array(z.object({ user_id: Id, name: z.string() })),
    }),
  }),
  exportFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/team-log.csv',
    summary: 'What the team changed in the school, of one person or of one area, as a CSV file; takes a fresh proof',
    access: 'admin',
    may: 'team',
    proof: 'recent',
    isLogged: true,
    rateLimit: 'ownData',
    params: SchoolParams,
    query: TeamLogFilter,
    response: 'stream',
  }),
}
