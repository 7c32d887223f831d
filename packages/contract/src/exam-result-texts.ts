import type { HandedInWay } from './exam-attempts.contract.ts'
import type { Annulment } from './exam-content.ts'
import type { ExamException } from './exam-exceptions.ts'
import type { QuestionResult } from './exam-results.contract.ts'
import { annulledTexts } from './exam-texts.ts'
import { countOf } from './messages.ts'
import { formatDate, formatDateTime } from './time.ts'

/** How an attempt ended, as its teacher reads it. */
export const handedInLabels: Record<HandedInWay, string> = {
  student: 'Entregue pelo aluno',
  time_over: 'Entregue no fim do tempo',
  closed: 'Entregue no fechamento',
  no_access: 'Entregue no fim do acesso',
  merged: 'Entregue ao juntar dois cadastros',
}

export const examResultTexts = {
  title: 'Resultados',
  late: 'Chegou depois do prazo',
  afterKey: 'Chegou depois que o gabarito podia ser visto',
  checkKey: 'Quem foi bem erra esta: confira o gabarito',
  emptyException: 'Dê ao menos uma tentativa, um minuto ou outro fechamento',
  exceptionSaved: (name: string) => `Exceção de ${name} salva.`,
  exceptionRemoved: (name: string) => `${name} volta às regras da avaliação.`,
  exceptionGoes: (name: string) =>
    `${name} volta às regras da avaliação, e vale já: uma tentativa em andamento que já teria terminado é entregue.`,
  lateCounts:
    'Esta resposta passa a contar no lugar da que contava, e a tentativa é corrigida de novo. Não há como desfazer.',
  lateCounted: 'A resposta conta, e a nota foi refeita.',
  none: 'Nenhum aluno tem acesso a esta avaliação ainda.',
  noneFound: 'Nenhum aluno encontrado',
  noQuestions: 'As questões aparecem quando a primeira tentativa for entregue.',
} as const

/** Says what an exception gives: '1 tentativa a mais · fecha em 03/12/2026, 19:00'. */
export const describeException = ({ more_attempts, more_minutes, utc_closes_on }: ExamException): string =>
  [
    more_attempts > 0 && countOf(more_attempts, 'tentativa a mais', 'tentativas a mais'),
    more_minutes > 0 && countOf(more_minutes, 'minuto a mais', 'minutos a mais'),
    utc_closes_on !== null && `fecha em ${formatDateTime(utc_closes_on)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** Says how many attempts and marks go with assessments that are deleted; '' where there are none. */
export function describeLostMarks(lost: { attempts: number; students: number; running?: number }): string {
  const { students, running = 0 } = lost
  const attempts = lost.attempts + running
  if (attempts === 0) return ''
  const marks = students > 0 ? ` e ${countOf(students, 'nota', 'notas')}` : ''
  const go = attempts + students === 1 ? 'se perde' : 'se perdem'
  return ` ${countOf(attempts, 'tentativa', 'tentativas')}${marks} de alunos ${go}.`
}

/** Says by whose correction a question is marked: 'Gabarito corrigido em 01/12/2026 pela escola franqueadora'. */
export function describeStanding({
  annulled,
  utc_corrected_on,
  by_franchisor = false,
}: Omit<NonNullable<QuestionResult['correction']>, 'by_franchisor'> & { by_franchisor?: boolean }) {
  const by = by_franchisor ? ' pela escola franqueadora' : ''
  const day = formatDate(utc_corrected_on)
  return annulled ? `${annulledTexts[annulled]} (anulada em ${day}${by})` : `Gabarito corrigido em ${day}${by}`
}

/** Columns of the file of marks, behind name and e-mail. */
export const markFileHeadings = ['Nota', 'De', 'Porcentagem', 'Aprovado', 'Tentativas', 'Exceção', 'Correção']
/** Columns of the file of questions. */
export const questionFileHeadings = [
  'Questão',
  'Versão',
  'Enunciado',
  'Tipo',
  'Tentativas',
  'Acertos',
  'Acertos (%)',
  'Opção errada mais escolhida',
  'Escolhida por',
  'Discriminação',
  'Anulada',
]
/** Cells of its last column. */
export const annulledFileWords: Record<Annulment, string> = { all: 'pontos para todos', out: 'fora da conta' }
