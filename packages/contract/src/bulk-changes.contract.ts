import { z } from 'zod'
import { limits } from './limits.ts'
import { countOf } from './messages.ts'
import { moveMessages } from './moves.contract.ts'
import { defineRoute } from './route.ts'
import { StudentFilter } from './students.contract.ts'
import { Id, Money, SchoolParams, Utc } from './wire.ts'

/** Changes of many students at once: into a class, out of one, from one to another, or the link once more. */
export const bulkActions = ['add', 'move', 'remove', 'resend'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Students who are named one by one; more are found by the filters. */
export const bulkSelectionMax = 500

const none = (count: number, singular: string, plural: string) =>
  count === 0 ? `Nenhum ${singular}` : countOf(count, singular, plural)
const students = (count: string, isOne: boolean) => `${count} ${isOne ? 'aluno' : 'alunos'}`

export const bulkTexts = {
  labels: {
    add: 'Adicionar a uma turma',
    move: 'Mover para outra turma',
    remove: 'Tirar de uma turma',
    resend: 'Reenviar link',
  },
  confirmLabels: { add: 'Adicionar', move: 'Mover', remove: 'Tirar da turma', resend: 'Reenviar' },
  action: 'Escolha o que fazer com os alunos',
  cohort: 'Por favor, selecione uma turma',
  selection: `Selecione os alunos, no máximo ${bulkSelectionMax} um por um, ou todos os encontrados`,
  tooMany: `Selecione no máximo ${bulkSelectionMax} alunos um por um, ou todos os encontrados`,
  nobody: 'Nenhum dos alunos selecionados está mais na escola',
  underWay: 'Outra ação com vários alunos está em andamento. Aguarde terminar',
}

/**
 * Asks before many students are changed.
 * @param count number of students in words, which may be a bound
 */
export function bulkQuestion(
  action: BulkAction,
  { count, isOne, title }: { count: string; isOne: boolean; title: string },
) {
  const who = students(count, isOne)
  return {
    add: {
      title: `Adicionar ${who} à turma?`,
      text: `${who} ${isOne ? 'entra' : 'entram'} na turma “${title}” e ${isOne ? 'recebe' : 'recebem'} um e-mail. Quem já está nela continua.`,
    },
    move: {
      title: `Mover ${who} para outra turma?`,
      text: `${who} ${isOne ? 'passa' : 'passam'} para a turma “${title}”. A data de matrícula, o prazo de acesso e o que foi estudado vão junto; um reembolso ou uma renovação vale na turma nova.`,
    },
    remove: {
      title: `Tirar ${who} da turma?`,
      text: `${who} ${isOne ? 'sai' : 'saem'} da turma “${title}” e ${isOne ? 'perde' : 'perdem'} o acesso que ela dá, também quem comprou. O que foi estudado fica guardado.`,
    },
    resend: {
      title: `Reenviar o link a ${who}?`,
      text: `${who} ${isOne ? 'recebe' : 'recebem'} o e-mail com o link da escola outra vez.`,
    },
  }[action]
}

/** Number of students whom a class takes no more by hand, by the reason. */
const Refused = z.object({ cohort_full: z.number().int(), enrollment_closed: z.number().int() })
type Refused = z.infer<typeof Refused>

export const BulkChange = z.object({
  id: Id,
  action: z.enum(bulkActions),
  /** Title of the class; '' where the change has none. */
  title: z.string(),
  total: z.number().int(),
  /** Students who are done, whatever came of it. */
  done: z.number().int(),
  changed: z.number().int(),
  /** Students for whom there was nothing to do. */
  unchanged: z.number().int(),
  refused: Refused.extend({ administrators: z.number().int(), mail_limit: z.number().int() }),
  utc_ended_on: Utc.nullable(),
})
export type BulkChange = z.infer<typeof BulkChange>

/** Says how far a change is. */
export const bulkProgress = ({ action, title }: Pick<BulkChange, 'action' | 'title'>) =>
  ({
    add: `Adicionando alunos à turma “${title}”`,
    move: `Movendo alunos para a turma “${title}”`,
    remove: `Tirando alunos da turma “${title}”`,
    resend: 'Reenviando links',
  })[action]

const refusedInWords = ({ cohort_full, enrollment_closed }: Refused, [one, many]: [string, string]) => [
  cohort_full && `${countOf(cohort_full, one, many)}: a turma está cheia`,
  enrollment_closed && `${countOf(enrollment_closed, one, many)}: as matrículas da turma estão encerradas`,
]

/** Forecasts in sentences which students a class would not take; '' where it takes all. */
export const bulkForecast = (refused: Refused) =>
  refusedInWords(refused, ['não entra', 'não entram'])
    .filter(Boolean)
    .map((sentence) => ` ${sentence}.`)
    .join('')

/** Says what came of a change that has ended. */
export function bulkSummary({ action, title, changed, unchanged, refused }: BulkChange): string {
  const parts = {
    add: [
      `${none(changed, 'aluno entrou', 'alunos entraram')} na turma “${title}”`,
      unchanged && countOf(unchanged, 'já estava nela', 'já estavam nela'),
    ],
    move: [
      `${none(changed, 'aluno foi movido', 'alunos foram movidos')} para a turma “${title}”`,
      unchanged && countOf(unchanged, 'não estava mais na turma', 'não estavam mais na turma'),
    ],
    remove: [
      `${none(changed, 'aluno saiu', 'alunos saíram')} da turma “${title}”`,
      unchanged && countOf(unchanged, 'não estava nela', 'não estavam nela'),
    ],
    resend: [`${none(changed, 'aluno recebe', 'alunos recebem')} o link por e-mail`],
  }[action]
  const refusals = [
    ...refusedInWords(refused, ['não entrou', 'não entraram']),
    refused.administrators &&
      `${countOf(refused.administrators, 'não recebe: administra a escola', 'não recebem: administram a escola')}`,
    refused.mail_limit && `${countOf(refused.mail_limit, 'não recebe', 'não recebem')}: muitos e-mails na última hora`,
  ]
  return `${[...parts, ...refusals].filter(Boolean).join('; ')}.`
}

const SelectedFilter = z.object({ search: z.string().max(limits.searchMax).default(''), ...StudentFilter.shape })
const SelectedIds = z
  .array(Id, bulkTexts.selection)
  .min(1, bulkTexts.selection)
  .max(bulkSelectionMax, bulkTexts.tooMany)

/** Students who are named, or those whom the list finds. */
export const BulkSelection = z.object({ user_ids: SelectedIds.optional(), filter: SelectedFilter.optional() })
export type BulkSelection = z.infer<typeof BulkSelection>

/** Students who would be added to a class, moved to it from another, or taken out of it. */
export const AskedAddition = BulkSelection.extend({
  school_gateway_id: Id,
  from_cohort_id: Id.optional(),
  /** They would be taken out of the class instead. */
  leaves: z.literal(true).optional(),
}).refine(({ user_ids, filter }) => (user_ids === undefined) !== (filter === undefined), {
  path: ['user_ids'],
  message: bulkTexts.selection,
})
export type AskedAddition = z.infer<typeof AskedAddition>

export const NewBulkChange = BulkSelection.extend({
  action: z.enum(bulkActions, bulkTexts.action),
  school_gateway_id: Id.optional(),
  /** Class that students are moved from. */
  from_cohort_id: Id.optional(),
})
  .refine(({ user_ids, filter }) => (user_ids === undefined) !== (filter === undefined), {
    path: ['user_ids'],
    message: bulkTexts.selection,
  })
  .refine(({ action, school_gateway_id }) => (action === 'resend') === (school_gateway_id === undefined), {
    path: ['school_gateway_id'],
    message: bulkTexts.cohort,
  })
  .refine(({ action, from_cohort_id }) => (action === 'move') === (from_cohort_id !== undefined), {
    path: ['from_cohort_id'],
    message: bulkTexts.cohort,
  })
  .refine(({ from_cohort_id, school_gateway_id }) => !from_cohort_id || from_cohort_id !== school_gateway_id, {
    path: ['school_gateway_id'],
    message: moveMessages.same,
  })
export type NewBulkChange = z.infer<typeof NewBulkChange>

export const bulkChanges = {
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/bulk',
    summary:
      'Add many students to a class, take them out of one, move them to another, or send them their link again; a job does it',
    access: 'admin',
    rateLimit: 'mail',
    status: 202,
    params: SchoolParams,
    body: NewBulkChange,
    response: z.object({ bulk: BulkChange }),
  }),
  quote: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/bulk/quote',
    summary:
      'What it would cost now to add these students to a class, or to move them there, how many it would not take, and what the month has charged for those who leave or move; nothing is done',
    access: 'admin',
    reads: true,
    params: SchoolParams,
    body: AskedAddition,
    /** Price of those beyond the free ones, and how much of it the balance lacks: then the change is refused. The students refused cost nothing. */
    response: z.object({ cost: Money, missing: Money, refused: Refused, charged: Money }),
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/bulk/latest',
    summary: 'How far the latest change of many students is',
    access: 'admin',
    params: SchoolParams,
    response: z.object({ bulk: BulkChange.nullable() }),
  }),
}
