import type { CorrectionEffect, KeyCorrection, QuestionCorrections, Regrading } from './exam-corrections.contract.ts'
import type { KeyAnswer } from './exam-corrections.ts'
import { letterOf } from './exam-texts.ts'
import { countOf } from './messages.ts'

const sentence = (parts: string[]) => `${parts.join(', ').replace(/^./, (first) => first.toUpperCase())}.`

const marksChange = (marks: number) => (marks === 0 ? 'nenhuma nota muda' : countOf(marks, 'nota muda', 'notas mudam'))
const passes = (passed: number) =>
  passed === 0
    ? 'ninguém passa a ser aprovado'
    : countOf(passed, 'aluno passa a ser aprovado', 'alunos passam a ser aprovados')

/** Says what a correction would change: '14 notas mudam, 3 alunos passam a ser aprovados, ninguém perde a aprovação.' */
export function describeEffect({ marks, passed, kept, running, certificates }: CorrectionEffect): string {
  const sentences = [
    sentence([marksChange(marks), passes(passed), 'ninguém perde a aprovação']),
    ...(kept > 0
      ? [`${countOf(kept, 'aluno continua aprovado', 'alunos continuam aprovados')} com uma nota abaixo da mínima.`]
      : []),
    ...(running > 0
      ? [`${countOf(running, 'tentativa em andamento vale', 'tentativas em andamento valem')} com o gabarito novo.`]
      : []),
    ...(certificates > 0
      ? [
          `${countOf(certificates, 'certificado mostra', 'certificados mostram')} outra nota e não ${certificates === 1 ? 'muda' : 'mudam'}.`,
        ]
      : []),
  ]
  return sentences.join(' ')
}

/** Says what stays when a correction is undone. */
export function describeUndo({ passed, certificates }: Pick<KeyCorrection, 'passed' | 'certificates'>): string {
  const back = 'As notas voltam ao que o gabarito anterior dá.'
  if (passed === 0) return back
  const stays = countOf(passed, 'aprovação', 'aprovações')
  if (certificates === 0) return `${back} ${stays} ${passed === 1 ? 'fica' : 'ficam'}.`
  return `${back} ${stays} e ${countOf(certificates, 'certificado', 'certificados')} ficam.`
}

/** Says how the marking ended. */
export function describeRegrading({ marks, passed, is_undo }: Regrading): string {
  const changed = marks === 0 ? 'nenhuma nota mudou' : countOf(marks, 'nota mudou', 'notas mudaram')
  const now = countOf(passed, 'aluno passou a ser aprovado', 'alunos passaram a ser aprovados')
  return `${is_undo ? 'Correção desfeita' : 'Gabarito corrigido'}: ${changed}${passed > 0 ? `, ${now}` : ''}.`
}

const withComma = (decimal: string) => decimal.replace('.', ',')

/** Ids of a question's options and left texts, in the order of its form. */
type Named = Pick<QuestionCorrections, 'options' | 'lefts'>

/** Names a right answer as the question's form does. */
export function describeAnswer(answer: KeyAnswer, { options, lefts }: Named): string {
  const placesOf = (ids: string[]) => ids.map((id) => options.indexOf(id) + 1)
  switch (answer.kind) {
    case 'truth':
      return answer.right ? 'Verdadeira' : 'Falsa'
    case 'text':
      return answer.right.join(', ')
    case 'open':
      return ''
    case 'number':
      return Number(answer.tolerance) === 0
        ? withComma(answer.right)
        : `${withComma(answer.right)} ± ${withComma(answer.tolerance)}`
    case 'one':
    case 'several': {
      const places = placesOf([answer.right].flat())
      const numbers = places.toSorted((a, b) => a - b).join(', ')
      return places.length === 1 ? `Opção ${numbers}` : `Opções ${numbers}`
    }
    case 'order':
      return `Itens na ordem ${placesOf(answer.right).join(', ')}`
    case 'pairs':
      return answer.right
        .map(({ left, option }) => ({ left: lefts.indexOf(left), option: options.indexOf(option) }))
        .toSorted((a, b) => a.left - b.left)
        .map(({ left, option }) => `${left + 1} com ${letterOf(option)}`)
        .join(', ')
  }
}

export const correctionTexts = {
  title: 'Gabarito das tentativas',
  correct: 'Corrigir o gabarito das tentativas',
  offer: (before: string, now: string) =>
    `Há tentativas que valem com outro gabarito: “${before}” nelas, “${now}” nesta questão. Se o delas está errado, corrija-o: as notas acompanham.`,
  corrected: ({ day, until }: { day: string; until: string }, before: string, now: string) =>
    `Corrigido em ${day}: de “${before}” para “${now}”. A correção pode ser desfeita até ${until}.`,
  otherStatement: 'O enunciado também mudou desde então: confira se o gabarito antigo estava mesmo errado.',
  question: 'Corrigir o gabarito das tentativas?',
  confirm: 'Corrigir',
  started: 'Correção começada.',
  progress: 'Recalculando as notas',
  unit: 'tentativas',
  undo: 'Desfazer a correção',
  undoQuestion: 'Desfazer a correção do gabarito?',
  undoStarted: 'A correção está sendo desfeita.',
  stopped: 'O recálculo das notas parou antes do fim.',
  resume: 'Continuar o recálculo',
  same: 'As tentativas já valem com este gabarito',
  otherKind: 'A correção só muda a resposta certa. Para outro tipo de questão, crie uma nova',
} as const
