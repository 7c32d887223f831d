import { z } from 'zod'
import { countOf } from './messages.ts'
import { hasRight, hasRightSomewhere, type Permission, type Rights } from './permissions.ts'
import { defineRoute } from './route.ts'
import { lessonTitle } from './titles.ts'
import { Done, SchoolParams } from './wire.ts'

/** News that a school's administrators get in digests; each of them may switch a kind off. */
export const noticeKinds = [
  'question_asked',
  'sale_unmatched',
  'sale_without_email',
  'cohort_outsold',
  'import_ended',
  'course_first_completed',
  'certificate_failed',
  'affiliation_asked',
  'affiliation_removed',
  'affiliate_approved',
  'affiliate_declined',
  'affiliate_left',
  'certificate_held',
  'balance_below_zero',
  'exam_key_corrected',
] as const
export const NoticeKind = z.enum(noticeKinds)
export type NoticeKind = z.infer<typeof NoticeKind>

export const noticeLimits = {
  /** A digest leaves this long after the news, and this long after the one before. */
  waitMinutes: 3,
  pauseMinutes: 15,
  /** News that one digest names of each kind; the others are counted. */
  named: 5,
} as const

/** Right that each kind of news takes; where `byCourse`, the right in the course that the news is of is enough. */
export const noticeRights: Record<NoticeKind, { permission: Permission; byCourse?: true }> = {
  question_asked: { permission: 'threads', byCourse: true },
  sale_unmatched: { permission: 'sales' },
  sale_without_email: { permission: 'sales' },
  cohort_outsold: { permission: 'cohorts' },
  import_ended: { permission: 'records' },
  course_first_completed: { permission: 'courses', byCourse: true },
  certificate_failed: { permission: 'certificates' },
  affiliation_asked: { permission: 'affiliates' },
  affiliation_removed: { permission: 'affiliates' },
  affiliate_approved: { permission: 'affiliates' },
  affiliate_declined: { permission: 'affiliates' },
  affiliate_left: { permission: 'affiliates' },
  certificate_held: { permission: 'certificates' },
  balance_below_zero: { permission: 'money' },
  exam_key_corrected: { permission: 'courses', byCourse: true },
}

/** Tells whether a piece of news may be told, of which course it is if it is of any. */
export const mayHear = (rights: Rights, kind: NoticeKind, courseId: string | null): boolean => {
  const { permission, byCourse } = noticeRights[kind]
  return hasRight(rights, permission, byCourse && courseId !== null ? courseId : undefined)
}

/** Lists the kinds of news that these rights let a person hear, of some course at least. */
export const heardKinds = (rights: Rights): NoticeKind[] =>
  noticeKinds.filter((kind) => {
    const { permission, byCourse } = noticeRights[kind]
    return (byCourse ? hasRightSomewhere : hasRight)(rights, permission)
  })

/** Person in news: without `students` an address is none, which a sale may have in place of a name. */
export const personShown = (rights: Rights, person: string): string =>
  person.includes('@') && !hasRight(rights, 'students') ? 'Uma pessoa' : person

/** Names of the kinds for the switches, and their numbers for a digest. */
export const noticeTexts: Record<NoticeKind, { label: string; countOf: (count: number) => string }> = {
  question_asked: {
    label: 'Perguntas novas',
    countOf: (count) => countOf(count, 'pergunta nova', 'perguntas novas'),
  },
  sale_unmatched: {
    label: 'Vendas sem turma',
    countOf: (count) => countOf(count, 'venda sem turma', 'vendas sem turma'),
  },
  sale_without_email: {
    label: 'Vendas sem e-mail',
    countOf: (count) => countOf(count, 'venda sem e-mail', 'vendas sem e-mail'),
  },
  cohort_outsold: {
    label: 'Vendas em turmas cheias ou encerradas',
    countOf: (count) =>
      countOf(count, 'turma cheia ou encerrada recebeu vendas', 'turmas cheias ou encerradas receberam vendas'),
  },
  import_ended: {
    label: 'Importações que terminaram',
    countOf: (count) => countOf(count, 'importação terminada', 'importações terminadas'),
  },
  course_first_completed: {
    label: 'Primeira conclusão de um curso',
    countOf: (count) => countOf(count, 'primeira conclusão', 'primeiras conclusões'),
  },
  certificate_failed: {
    label: 'Certificados que não puderam ser gerados',
    countOf: (count) => countOf(count, 'certificado não gerado', 'certificados não gerados'),
  },
  affiliation_asked: {
    label: 'Convites de franquias',
    countOf: (count) => countOf(count, 'convite de franquia', 'convites de franquias'),
  },
  affiliation_removed: {
    label: 'Franquias que terminaram',
    countOf: (count) => countOf(count, 'franquia terminou', 'franquias terminaram'),
  },
  affiliate_approved: {
    label: 'Filiais que aceitaram o convite',
    countOf: (count) => countOf(count, 'filial aceitou o convite', 'filiais aceitaram o convite'),
  },
  affiliate_declined: {
    label: 'Escolas que recusaram o convite',
    countOf: (count) => countOf(count, 'escola recusou o convite', 'escolas recusaram o convite'),
  },
  affiliate_left: {
    label: 'Filiais que saíram',
    countOf: (count) => countOf(count, 'filial saiu', 'filiais saíram'),
  },
  certificate_held: {
    label: 'Certificados que esperam um texto corrigido',
    countOf: (count) => countOf(count, 'certificado em espera', 'certificados em espera'),
  },
  balance_below_zero: {
    label: 'Saldo abaixo de zero',
    // The latest fall alone stands.
    countOf: () => 'o saldo está abaixo de zero',
  },
  exam_key_corrected: {
    label: 'Avaliações corrigidas pela franqueadora',
    countOf: (count) =>
      countOf(count, 'avaliação corrigida pela franqueadora', 'avaliações corrigidas pela franqueadora'),
  },
}

/** News of an affiliate: a corrected key, an annulled question, or the undo of either. */
export const examKeyCorrected = (lesson: string) =>
  `A escola franqueadora mudou a correção de uma questão da avaliação “${lessonTitle({ title: lesson })}”`

const Switches = z.object({ switches: z.array(z.object({ kind: NoticeKind, is_on: z.boolean() })) })
export type Switches = z.infer<typeof Switches>
const LinkParams = SchoolParams.extend({ token: z.string().min(1).max(200) })

export const notices = {
  switches: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/notices',
    summary: 'Which news the signed-in administrator is told',
    access: 'admin',
    may: 'own',
    params: SchoolParams,
    response: Switches,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/notices',
    summary: 'Switch one kind of news on or off, for the signed-in administrator',
    access: 'admin',
    may: 'own',
    params: SchoolParams,
    body: z.object({ kind: NoticeKind, is_on: z.boolean() }),
    response: Done,
  }),
  byLink: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/notices/off/:token',
    summary: 'Which news the administrator is told whom a mailed link names; nothing is changed',
    access: 'visitor',
    params: LinkParams,
    response: Switches,
  }),
  switchOff: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/notices/off/:token',
    summary: 'Switch one kind of news off for the administrator whom a mailed link names, and nothing else',
    access: 'visitor',
    rateLimit: 'mail',
    params: LinkParams,
    body: z.object({ kind: NoticeKind }),
    response: Done,
  }),
}
