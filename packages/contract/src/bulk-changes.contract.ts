import { z } from 'zod'
import { chargeMessages } from './charges.ts'
import { limits } from './limits.ts'
import { countOf } from './messages.ts'
import { centsOf } from './money.ts'
import { moveMessages } from './moves.contract.ts'
import { SchoolMoney } from './needs.ts'
import { defineRoute } from './route.ts'
import { RunProgress } from './runs.ts'
import { StudentFilter } from './students.contract.ts'
import { Id, SchoolParams } from './wire.ts'

/** Changes of many students at once: into a class, out of one, from one to another, the link once more, or out of the school for good. */
export const bulkActions = ['add', 'move', 'remove', 'resend', 'erase'] as const
export type BulkAction = (typeof bulkActions)[number]
/** Changes of those who subscribe begin in their class: they are added to it, or moved out of it before it is deleted. */
export const bulkKinds = [...bulkActions, 'subscribe', 'dissolve'] as const
export type BulkKind = (typeof bulkKinds)[number]
/** Actions that name no class. */
export const classlessActions = ['resend', 'erase'] satisfies BulkAction[] as readonly BulkAction[]

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
    erase: 'Apagar da escola',
  },
  confirmLabels: {
    add: 'Adicionar',
    move: 'Mover',
    remove: 'Tirar da turma',
    resend: 'Reenviar',
    erase: 'Apagar da escola',
  },
  action: 'Escolha o que fazer com os alunos',
  cohort: 'Por favor, selecione uma turma',
  selection: `Selecione os alunos, no máximo ${bulkSelectionMax} um por um, ou todos os encontrados`,
  tooMany: `Selecione no máximo ${bulkSelectionMax} alunos um por um, ou todos os encontrados`,
  nobody: 'Nenhum dos alunos selecionados está mais na escola',
  grew: 'A seleção agora encontra mais alunos do que a pergunta dizia. Confira os números e confirme outra vez',
  notUndone: 'Desfaça a importação antes de apagar quem ela cadastrou',
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
    erase: {
      title: `Apagar ${who} da escola?`,
      text: `Tudo o que a escola guarda de ${who} é apagado: contato, turmas, progresso, perguntas e anotações. Certificados e vendas continuam registrados, sem o nome. As contas das pessoas e as outras escolas delas continuam. Não dá para desfazer.`,
    },
  }[action]
}

/** Number of students whom a class takes no more by hand, by the reason. */
const Refused = z.object({ cohort_full: z.number().int(), enrollment_closed: z.number().int() })
type Refused = z.infer<typeof Refused>

export const BulkChange = RunProgress.extend({
  action: z.enum(bulkKinds),
  /** The class that subscribers were moved out of was deleted at the end. */
  is_cohort_gone: z.boolean(),
  /** Title of the class; '' where the change has none. */
  title: z.string(),
  /** Students who are done, whatever came of it. */
  done: z.number().int(),
  changed: z.number().int(),
  /** Students for whom there was nothing to do. */
  unchanged: z.number().int(),
  refused: Refused.extend({ administrators: z.number().int(), mail_limit: z.number().int() }),
})
export type BulkChange = z.infer<typeof BulkChange>

/** Says how far a change is. */
export const bulkProgress = ({ action, title }: Pick<BulkChange, 'action' | 'title'>) =>
  ({
    add: `Adicionando alunos à turma “${title}”`,
    move: `Movendo alunos para a turma “${title}”`,
    remove: `Tirando alunos da turma “${title}”`,
    resend: 'Reenviando links',
    erase: 'Apagando alunos da escola',
    subscribe: `Adicionando assinantes à turma “${title}”`,
    dissolve: `Levando assinantes para a turma “${title}”. Depois a outra turma é apagada`,
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
export function bulkSummary({ action, title, changed, unchanged, refused, is_cohort_gone }: BulkChange): string {
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
    erase: [`${none(changed, 'aluno foi apagado', 'alunos foram apagados')} da escola`],
    subscribe: [
      `${none(changed, 'assinante entrou', 'assinantes entraram')} na turma “${title}”`,
      unchanged && countOf(unchanged, 'já estava nela', 'já estavam nela'),
    ],
    dissolve: [
      `${none(changed, 'assinante foi levado', 'assinantes foram levados')} para a turma “${title}”`,
      is_cohort_gone ? 'a outra turma foi apagada' : 'a outra turma não foi apagada',
    ],
  }[action]
  const refusals = [
    ...refusedInWords(refused, ['não entrou', 'não entraram']),
    refused.administrators &&
      (action === 'erase'
        ? countOf(refused.administrators, 'fica: faz parte da equipe', 'ficam: fazem parte da equipe')
        : countOf(refused.administrators, 'não recebe: faz parte da equipe', 'não recebem: fazem parte da equipe')),
    refused.mail_limit && `${countOf(refused.mail_limit, 'não recebe', 'não recebem')}: muitos e-mails na última hora`,
  ]
  return `${[...parts, ...refusals].filter(Boolean).join('; ')}.`
}

const SelectedFilter = z.object({ search: z.string().max(limits.searchMax).default(''), ...StudentFilter.shape })
const SelectedIds = z
  .array(Id, bulkTexts.selection)
  .min(1, bulkTexts.selection)
  .max(bulkSelectionMax, bulkTexts.tooMany)

/** Students who are named, those whom the list finds, or those whom an undone import made and who did nothing since. */
export const BulkSelection = z.object({
  user_ids: SelectedIds.optional(),
  filter: SelectedFilter.optional(),
  import_id: Id.optional(),
})
export type BulkSelection = z.infer<typeof BulkSelection>

const isOneSelection = ({ user_ids, filter, import_id }: BulkSelection) =>
  [user_ids, filter, import_id].filter((each) => each !== undefined).length === 1
const oneSelection = { path: ['user_ids'], message: bulkTexts.selection }

/** Students who would be erased. */
export const AskedErasure = BulkSelection.refine(isOneSelection, oneSelection)
export type AskedErasure = z.infer<typeof AskedErasure>

/** Numbers of students who are erased, by what the school loses with them. */
export const Erasure = z.object({
  total: z.number().int(),
  /** Number of those who are in a class now, who have been in the school, who bought, and who have a certificate. */
  with_access: z.number().int(),
  seen: z.number().int(),
  buyers: z.number().int(),
  certified: z.number().int(),
  /** Number of those who administer the school, and stay. */
  administrators: z.number().int(),
  /** Sum that the present month has charged for them, which stays charged. */
  charged: SchoolMoney,
})
export type Erasure = z.infer<typeof Erasure>

/** Tells in sentences what goes with students who are erased; '' where nothing does. */
export const describeErasure = ({ with_access, seen, buyers, certified, administrators, charged }: Erasure) =>
  [
    with_access && countOf(with_access, 'tem acesso a uma turma e o perde', 'têm acesso a turmas e o perdem'),
    seen ? countOf(seen, 'já entrou na escola', 'já entraram na escola') : 'nenhum entrou na escola até hoje',
    buyers && countOf(buyers, 'comprou', 'compraram'),
    certified && countOf(certified, 'tem certificado', 'têm certificados'),
    administrators && countOf(administrators, 'fica: faz parte da equipe', 'ficam: fazem parte da equipe'),
  ]
    .filter(Boolean)
    .map((sentence) => ` ${String(sentence).charAt(0).toUpperCase()}${String(sentence).slice(1)}.`)
    .join('') + chargeMessages.stays(centsOf(charged))

/** Students who would be added to a class, moved to it from another, or taken out of it. */
export const AskedAddition = BulkSelection.extend({
  school_gateway_id: Id,
  from_cohort_id: Id.optional(),
  /** They would be taken out of the class instead. */
  leaves: z.literal(true).optional(),
}).refine((asked) => isOneSelection(asked) && asked.import_id === undefined, oneSelection)
export type AskedAddition = z.infer<typeof AskedAddition>

export const NewBulkChange = BulkSelection.extend({
  action: z.enum(bulkActions, bulkTexts.action),
  school_gateway_id: Id.optional(),
  /** Class that students are moved from. */
  from_cohort_id: Id.optional(),
  /** Number of students that the question named; more than these are never erased. */
  confirmed: z.number().int().optional(),
})
  .refine(
    (change) => isOneSelection(change) && (change.action === 'erase' || change.import_id === undefined),
    oneSelection,
  )
  .refine(({ action, school_gateway_id }) => classlessActions.includes(action) === (school_gateway_id === undefined), {
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
      'Add many students to a class, take them out of one, move them to another, send them their link again, or erase them, which takes a fresh proof; a job does it',
    access: 'admin',
    may: 'records',
    proof: 'sometimes',
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
    may: ['records', 'cohorts'],
    reads: true,
    params: SchoolParams,
    body: AskedAddition,
    /** Price of those beyond the free ones, and how much of it the balance lacks: then the change is refused. The students refused cost nothing. */
    response: z.object({ cost: SchoolMoney, missing: SchoolMoney, refused: Refused, charged: SchoolMoney }),
  }),
  erasure: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/bulk/erasure',
    summary: 'What the school would lose with these students if they were erased; nothing is done',
    access: 'admin',
    may: 'records',
    reads: true,
    params: SchoolParams,
    body: AskedErasure,
    response: z.object({ erasure: Erasure }),
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/bulk/latest',
    summary: 'How far the latest change of many students is',
    access: 'admin',
    may: 'records',
    params: SchoolParams,
    response: z.object({ bulk: BulkChange.nullable() }),
  }),
}
