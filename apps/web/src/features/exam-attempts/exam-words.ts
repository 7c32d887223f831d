import { minuteMs } from '@escola/contract/durations'
import type { AttemptResult, HandedInWay, LessonExam, PastAttempt } from '@escola/contract/exam-attempts.contract'
import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import type { ExamSettings, ShownPart } from '@escola/contract/exam-plan'
import { describePoints, formatMark, formatMoment } from '@escola/contract/exam-texts'
import { countOf } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'

export const nameKind = (kind: ExamSettings['kind']) => (kind === 'exam' ? 'Prova' : 'Exercício')

/** '2 horas': whole days and hours by their names. */
export function describeMinutes(minutes: number): string {
  if (minutes % 1440 === 0) return countOf(minutes / 1440, 'dia', 'dias')
  return minutes % 60 === 0 ? countOf(minutes / 60, 'hora', 'horas') : countOf(minutes, 'minuto', 'minutos')
}

const countings: Record<ExamSettings['counts'], string> = {
  best: 'Conta a melhor tentativa',
  last: 'Conta a última tentativa',
  mean: 'Conta a média das tentativas',
}

/** An assessment as far as a student reads of it before they begin. */
export type Ahead = Pick<
  LessonExam,
  'settings' | 'questions' | 'points' | 'has_open' | 'refusal' | 'attempts_left' | 'running' | 'has_passed'
>

/** Lists what is ahead, a line each. */
export function listFacts(
  { settings, questions, points, has_open, attempts_left, running, has_passed, refusal }: Ahead,
  now = new Date(),
): string[] {
  const { kind, attempts, pause_minutes, limit_minutes, utc_opens_on, utc_closes_on, counts, pass_percent } = settings
  const asked = [countOf(questions, 'questão', 'questões'), points !== null && describePoints(points)]
    .filter(Boolean)
    .join(' · ')
  const moments = [...describeAhead('Abre', utc_opens_on, now), ...describeAhead('Fecha', utc_closes_on, now)].filter(
    (each) => each !== refusal,
  )
  if (kind === 'exercise')
    return [
      asked,
      'O gabarito aparece a cada resposta, e a nota não conta',
      'Quantas tentativas você quiser',
      ...moments,
    ]
  const left = attempts_left === null ? 'Quantas tentativas você quiser' : describeLeft(attempts_left, running !== null)
  return [
    asked,
    `Para passar: ${pass_percent}%`,
    ...(has_open ? [openAnswerTexts.ahead] : []),
    left,
    ...(attempts === 1 ? [] : [countings[counts]]),
    limit_minutes === null ? 'Sem limite de tempo' : `${describeMinutes(limit_minutes)} para cada tentativa`,
    ...(pause_minutes > 0 && attempts !== 1 ? [`Intervalo de ${describeMinutes(pause_minutes)} entre tentativas`] : []),
    ...moments,
    ...(settings.must_pass && !has_passed ? ['A aula se conclui quando você passa'] : []),
  ]
}

const describeAhead = (verb: string, utc: string | null, now: Date) =>
  utc && Date.parse(utc) > now.getTime() ? [`${verb} em ${formatMoment(new Date(utc), now)}`] : []

function describeLeft(left: number, isRunning: boolean): string {
  if (left === 0) return isRunning ? 'Esta é a sua última tentativa' : 'Não há mais tentativas'
  return isRunning
    ? `Depois desta, mais ${countOf(left, 'tentativa', 'tentativas')}`
    : `Você tem ${countOf(left, 'tentativa', 'tentativas')}`
}

/** Asks before an attempt begins that can't be taken back. */
export function askToBegin({ settings, attempts_left, past }: LessonExam) {
  const { kind, limit_minutes } = settings
  if (kind === 'exercise' || (limit_minutes === null && attempts_left === null)) return undefined
  const limit =
    limit_minutes === null
      ? ''
      : `Você tem ${describeMinutes(limit_minutes)}, que continuam a contar se você sair da página.`
  const left =
    attempts_left === 1
      ? `É a sua ${past.length === 0 ? 'única' : 'última'} tentativa.`
      : attempts_left === null
        ? ''
        : 'Começar usa uma tentativa.'
  return { title: 'Começar agora?', text: [limit, left].filter(Boolean).join(' '), confirmLabel: 'Começar' }
}

/** '5 minutos', '1 hora e 5 minutos': the time that is left, rounded up. */
export function describeTimeLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minuteMs))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && countOf(hours, 'hora', 'horas'), rest > 0 && countOf(rest, 'minuto', 'minutos')]
    .filter(Boolean)
    .join(' e ')
}

const ends: Record<HandedInWay, (moment: string) => string> = {
  student: (moment) => `Entregue em ${moment}`,
  time_over: (moment) => `O tempo acabou em ${moment}, e o que estava respondido foi entregue`,
  closed: (moment) => `A avaliação fechou em ${moment}, e o que estava respondido foi entregue`,
  no_access: (moment) => `O seu acesso terminou em ${moment}, e o que estava respondido foi entregue`,
  merged: (moment) => `Entregue em ${moment}, quando os seus cadastros foram unidos`,
}

export const describeEnd = ({ handed_in_how, utc_handed_in_on }: PastAttempt) =>
  ends[handed_in_how](formatDateTime(utc_handed_in_on))

const parts: Record<ShownPart, string> = {
  nothing: '',
  score: 'A nota aparece',
  answers: 'A nota e o que você acertou aparecem',
  key: 'O gabarito aparece',
}

/** 'O gabarito aparece em 03/12/2026, 19:00'. */
export const describeLater = ({ shows, utc_on }: NonNullable<AttemptResult['later']>) =>
  `${parts[shows]} ${utc_on ? `em ${formatDateTime(utc_on)}` : 'quando você passar'}`

export const describeLate = (late: number) =>
  late === 1
    ? 'Uma resposta chegou depois do prazo: ficou guardada e não conta.'
    : `${late} respostas chegaram depois do prazo: ficaram guardadas e não contam.`

const waiting = openAnswerTexts.waiting.toLowerCase()

export const describePast = ({ number, utc_handed_in_on, mark, is_waiting }: PastAttempt) => ({
  title: `Tentativa ${number}`,
  text: `${formatDateTime(utc_handed_in_on)} · ${mark ? formatMark(mark) : is_waiting ? waiting : 'a nota ainda não aparece'}`,
})

/** Says before a hand-in what still has no answer, or only a part of one. */
export const describeReadiness = (missing: number, inPart: number): string =>
  [
    ...(missing > 0 ? [`${countOf(missing, 'questão está', 'questões estão')} sem resposta.`] : []),
    ...(inPart > 0 ? [`${countOf(inPart, 'questão tem', 'questões têm')} itens sem par.`] : []),
    ...(missing + inPart === 0 ? ['Todas as questões têm resposta.'] : []),
    'Depois de entregar, nada mais muda.',
  ].join(' ')
