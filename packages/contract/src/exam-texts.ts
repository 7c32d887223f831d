import type { AttemptRefusal } from './exam-attempts.ts'
import type { Annulment } from './exam-content.ts'
import type { PartFault } from './exam-draws.ts'
import { formatExact, readTypedAmount } from './exam-numbers.ts'
import type { ExamMark } from './exam-results.ts'
import { formatTime, timeZone, yearOf } from './time.ts'

const dayOfYear = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone })
const dayOfAnyYear = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', year: 'numeric', timeZone })

/** Writes a moment on the clock of São Paulo: '3 de dezembro, 19:00', with its year where that is not the present one. */
export const formatMoment = (moment: Date, now: Date) =>
  `${(yearOf(moment) === yearOf(now) ? dayOfYear : dayOfAnyYear).format(moment)}, ${formatTime(moment)}`

const refusals: { [R in AttemptRefusal as R['reason']]: (refusal: R, now: Date) => string } = {
  not_open: ({ next }, now) => `Abre em ${formatMoment(next, now)}`,
  pause: ({ next }, now) => `Você pode tentar de novo a partir de ${formatMoment(next, now)}`,
  pause_too_long: () => 'O intervalo entre as tentativas vai além do prazo desta avaliação',
  attempts_used: ({ attempts }) =>
    attempts === 1 ? 'Você já usou a sua única tentativa' : `Você já usou as ${attempts} tentativas`,
  running: () => 'Você já tem uma tentativa em andamento',
  handed_in: ({ on }, now) => `Esta tentativa foi entregue em ${formatMoment(on, now)}`,
  time_over: ({ on }, now) => `O tempo desta tentativa acabou em ${formatMoment(on, now)}`,
  closed: ({ on }, now) => `Esta avaliação fechou em ${formatMoment(on, now)}`,
  no_access: ({ on }, now) => `O seu acesso a esta aula terminou em ${formatMoment(on, now)}`,
}

/** Says why an attempt can't be begun or continued. */
export function explainAttemptRefusal(refusal: AttemptRefusal, now: Date): string {
  // Each text belongs to its own reason, which the compiler can't follow through the list.
  return (refusals[refusal.reason] as (refusal: AttemptRefusal, now: Date) => string)(refusal, now)
}

/** Says beside a question how it counts. */
export const annulledTexts: Record<Annulment, string> = {
  all: 'Questão anulada: pontos para todos',
  out: 'Questão anulada: fora da conta',
}

/** Says why a save is refused. */
export const saveTexts = {
  unknown: 'Esta questão não faz parte da tentativa. Atualize a página',
} as const

/**
 * Says why an assessment can't be published, beside the part.
 * @param found number of questions that a draw finds, whatever other parts use
 */
export function explainPartFault(fault: PartFault, found = Number.POSITIVE_INFINITY): string {
  if (fault.reason === 'fixed_twice') return 'Esta questão já está na avaliação. Deixe-a uma vez só'
  const left = fault.left === 0 ? 'ficar sem nenhuma' : `ficar com ${fault.left}`
  const asked = fault.count === 1 ? 'pede 1 questão' : `pede ${fault.count} questões`
  if (found < fault.count) {
    const finds = found === 0 ? 'não encontra nenhuma' : `só encontra ${found}`
    return `Este sorteio ${asked} e ${finds} no banco. Peça menos, mude os filtros ou crie mais questões`
  }
  return `Este sorteio ${asked} e pode ${left}: as questões fixas e os sorteios anteriores usam as outras. Ponha-o antes deles, peça menos ou inclua questões`
}

export const examSettingTexts = {
  whole: (least: number, most: number) =>
    `Use um número inteiro de ${least.toLocaleString('pt-BR')} a ${most.toLocaleString('pt-BR')}`,
  closesFirst: 'Escolha um fechamento depois da abertura',
} as const

/** Tells a student how a typed number was read, before the answer counts. */
export function describeTypedNumber(typed: string, unit: string): string {
  const number = readTypedAmount(typed, unit)
  return number ? `Lido como ${formatExact(number)}${unit && ` ${unit}`}` : 'Escreva só um número, como 12,5'
}

/** Says which numbers are right: '78,5 %, com 0,5 de tolerância'. */
export function describeRightNumber({ right, tolerance }: { right: string; tolerance: string }, unit: string): string {
  const number = [right.replace('.', ','), unit].filter(Boolean).join(' ')
  return Number(tolerance) > 0 ? `${number}, com ${tolerance.replace('.', ',')} de tolerância` : number
}

/** Letter of an option, by its place from 0: 'A' to 'J'. */
export const letterOf = (at: number) => String.fromCharCode(65 + at)

/** Writes hundredths of a point: '7,5'. */
export const formatPoints = (hundredths: number) =>
  (hundredths / 100).toLocaleString('pt-BR', { maximumFractionDigits: 2 })

/** Writes hundredths of a point with their noun: '1 ponto', '7,5 pontos'. */
export const describePoints = (hundredths: number) =>
  `${formatPoints(hundredths)} ${hundredths === 100 ? 'ponto' : 'pontos'}`

/** Writes a mark without its per cent: '7,5 de 10'. */
export const formatOutOf = ({ points, total }: ExamMark) => `${formatPoints(points)} de ${formatPoints(total)}`

/** Writes a mark: '7,5 de 10 (75%)'. The per cent are rounded down, so that they never show a pass mark that was not reached. */
export const formatMark = (mark: ExamMark) =>
  `${formatOutOf(mark)} (${mark.total === 0 ? 0 : Math.floor((mark.points * 100) / mark.total)}%)`
