import { labels } from './labels.ts'
import { formatLastDay } from './terms.ts'
import { formatDate } from './time.ts'

/** Why a student has left a class. */
const reasons = {
  removed_by_school: 'a escola tirou',
  cohort_deleted: 'a turma foi apagada',
  refunded: 'reembolso',
  canceled: 'compra cancelada',
  subscription_ended: 'assinatura cancelada',
  expired: 'o prazo terminou',
  import_undone: 'a importação foi desfeita',
  moved: 'a escola moveu para outra turma',
  purchase_given: 'a escola passou a compra para outro aluno',
} as const
export type EndReason = keyof typeof reasons
/** Ends that a student is mailed: those that neither the school nor a correction has made. */
export const mailedEnds = ['refunded', 'subscription_ended', 'expired'] as const satisfies EndReason[]
export const isMailedEnd = (why: string) => mailedEnds.some((each) => each === why)

export interface Stay {
  utc_ends_on: string | null
  utc_ended_on: string | null
  /** Empty while the student is in the class. */
  ended_why: string
}

/** Words before and behind the name of a class that say what a sale, or another reason, has done about it. */
export function describeStay({ utc_ends_on, utc_ended_on, ended_why }: Stay): [before: string, behind: string] {
  if (utc_ended_on === null)
    return ['Entrou na turma', utc_ends_on === null ? '' : `, até ${formatLastDay(utc_ends_on)}`]
  const on = formatDate(utc_ended_on)
  const why = new Map<string, string>(Object.entries(reasons)).get(ended_why)
  if (ended_why === 'removed_by_school') return ['Não está na turma', `: ${why} em ${on}`]
  return [isMailedEnd(ended_why) ? 'Perdeu o acesso à turma' : 'Saiu da turma', ` em ${on}${why ? `: ${why}` : ''}`]
}

/** Why a student is in a class: the grant that opens it, and what is known of it. */
export interface Reason {
  /** One of the sources of grants. */
  source: string
  /** Platform of a sale; '' in every other case. */
  platform: string
  /** Name of the imported file; '' where there is none, or it is gone. */
  filename: string
  /** Line of the imported file; null where it is not known, or there is none. */
  line: number | null
  /** Name of the administrator who gave it by hand; '' where none is known. */
  given_by: string
  /** Moment of the purchase, and otherwise that of entering. */
  utc_since: string
}

/** Reason for which a student is in a class or has left it. */
export interface AccessAnswer extends Reason {
  utc_ends_on: string | null
  /** null: the student has access. */
  utc_ended_on: string | null
  /** Empty while the student has access. */
  ended_why: string
  /** Name of the administrator who ended it by hand; '' where none is known. */
  ended_by: string
  /** Title of the class that the student was moved to; '' where it is none, or gone. */
  moved_to: string
  /** Number of published courses that the class opens. */
  opens: number
  /** The class is the public one of a private school, which opens nothing. */
  is_hidden: boolean
}

/** A grant that lives gives access, unless its class is hidden. */
export const givesAccess = ({ utc_ended_on, is_hidden }: Pick<AccessAnswer, 'utc_ended_on' | 'is_hidden'>) =>
  utc_ended_on === null && !is_hidden

/** Names a platform behind its preposition: 'na Hotmart', 'no Mercado Pago'. */
export const atPlatform = (platform: string): string => {
  const name = new Map<string, string>(Object.entries(labels.providers)).get(platform) ?? platform
  if (platform === 'other') return 'em outra plataforma'
  return `${platform === 'mercadopago' ? 'no' : 'na'} ${name}`
}

const quote = (text: string) => `“${text}”`
const importOf = (filename: string) => (filename ? `a importação ${quote(filename)}` : 'uma importação')
/** Names the administrator who acted for the school. */
const bySchool = (act: string, name: string) => `a escola ${act}${name ? ` (${name})` : ''}`

const becauses: Record<string, (reason: Reason) => string> = {
  sale: ({ platform }) => `comprou ${atPlatform(platform)}`,
  manual: ({ given_by }) => (given_by ? `adicionado por ${given_by}` : 'adicionado pela escola'),
  importer: ({ filename, line }) => `veio com ${importOf(filename)}${line === null ? '' : `, linha ${line}`}`,
  api: () => 'outro sistema deu o acesso pela API',
  'public-class': () => 'se cadastrou na turma pública',
  'school-admin': () => 'administrou a escola',
  'school-register': () => 'se cadastrou na escola',
}
/** Says why a student came into a class, without a date. */
export const describeReason = (reason: Reason) => becauses[reason.source]?.(reason) ?? 'entrou na turma'

/** Says why a student has left a class, without a date. */
export function describeEnd({
  source,
  filename,
  ended_why,
  ended_by,
  moved_to,
}: Pick<AccessAnswer, 'source' | 'filename' | 'ended_why' | 'ended_by' | 'moved_to'>): string {
  const sentences: Record<EndReason, string> = {
    removed_by_school: bySchool('tirou', ended_by),
    cohort_deleted: `a turma foi apagada${ended_by ? ` (${ended_by})` : ''}`,
    refunded: 'a compra foi reembolsada',
    canceled: 'a compra foi cancelada',
    subscription_ended: 'a assinatura foi cancelada',
    expired: source === 'sale' ? 'o período pago terminou' : 'o prazo terminou',
    import_undone: `${filename ? importOf(filename) : 'a importação'} foi desfeita`,
    moved: bySchool(`moveu para ${moved_to ? `a turma ${quote(moved_to)}` : 'outra turma'}`, ended_by),
    purchase_given: bySchool('passou a compra para outro aluno', ended_by),
  }
  return new Map<string, string>(Object.entries(sentences)).get(ended_why) ?? 'o acesso terminou'
}

/** Answers in one sentence why a student has, or has not, access to a class. */
export function explainAccess(answer: AccessAnswer): string {
  if (answer.utc_ended_on !== null) return `Sem acesso: ${describeEnd(answer)} em ${formatDate(answer.utc_ended_on)}`
  if (!givesAccess(answer)) return 'Não abre nada: a escola é privada, e a turma pública fica escondida'
  const until = answer.utc_ends_on === null ? '' : ` até ${formatLastDay(answer.utc_ends_on)}`
  const but = answer.opens > 0 ? '' : '. A turma ainda não abre nenhum curso publicado'
  return `Tem acesso${until}: ${describeReason(answer)} em ${formatDate(answer.utc_since)}${but}`
}
