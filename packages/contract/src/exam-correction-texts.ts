import type { CorrectionEffect, KeyCorrection, QuestionCorrections, Regrading } from './exam-corrections.contract.ts'
import type { Correction } from './exam-corrections.ts'
import { annulledTexts, letterOf } from './exam-texts.ts'
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
      ? [`A mudança vale também para ${countOf(running, 'tentativa em andamento', 'tentativas em andamento')}.`]
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
export function describeRegrading({ marks, passed, is_undo, is_annulment }: Regrading): string {
  const did = is_annulment ? ['Questão anulada', 'Anulação desfeita'] : ['Gabarito corrigido', 'Correção desfeita']
  const changed = marks === 0 ? 'nenhuma nota mudou' : countOf(marks, 'nota mudou', 'notas mudaram')
  const now = countOf(passed, 'aluno passou a ser aprovado', 'alunos passaram a ser aprovados')
  return `${did[Number(is_undo)]}: ${changed}${passed > 0 ? `, ${now}` : ''}.`
}

const withComma = (decimal: string) => decimal.replace('.', ',')

/** A question's options and left texts, in the order of its form. */
type Named = Pick<QuestionCorrections, 'options' | 'lefts'>

/** Names a right answer as the question's form does, with the words of its options, or says that the question is annulled. */
export function describeAnswer(answer: Correction, { options, lefts }: Named): string {
  const placeOf = (id: string) => options.findIndex((option) => option.id === id)
  const nameOf = (place: number) =>
    options[place]?.words ? `${place + 1} (${options[place].words})` : String(place + 1)
  switch (answer.kind) {
    case 'annulled':
      return annulledTexts[answer.points]
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
      const places = [answer.right].flat().map(placeOf)
      const names = places.toSorted((a, b) => a - b).map(nameOf)
      return `${names.length === 1 ? 'Opção' : 'Opções'} ${names.join(', ')}`
    }
    case 'order':
      return `Itens na ordem ${answer.right.map((id) => placeOf(id) + 1).join(', ')}`
    case 'pairs':
      return answer.right
        .map(({ left, option }) => ({ left: lefts.indexOf(left), option: placeOf(option) }))
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
  asked:
    'Há tentativas com esta questão. Se o gabarito está errado, mude a resposta certa acima e salve: a correção das notas aparece aqui. Se ela não tem resposta certa, anule-a.',
  corrected: ({ day, until }: { day: string; until: string }, before: string, now: string) =>
    `Corrigido em ${day}: de “${before}” para “${now}”. A correção pode ser desfeita até ${until}.`,
  otherStatement: 'O enunciado também mudou desde então: confira se o gabarito antigo estava mesmo errado.',
  annulled: ({ day, until }: { day: string; until: string }, how: string) =>
    `${how}, desde ${day}. A anulação pode ser desfeita até ${until}.`,
  annul: 'Anular questão',
  isAnnulled: 'Anulada',
  isCorrected: 'Gabarito corrigido',
  changeAnnulment: 'Mudar a anulação',
  annulText:
    'Vale em todas as avaliações que fizeram esta questão com este texto, também nas tentativas em andamento e nas próximas. Pode ser desfeita por sete dias.',
  annulAll: 'Pontos para todos',
  annulAllText: 'Quem recebeu a questão ganha os pontos dela, com qualquer resposta.',
  annulOut: 'Fora da conta',
  annulOutText: 'A questão sai do total: a nota é a das outras questões.',
  annulStarted: 'Questão anulada. As notas estão sendo recalculadas.',
  counting: 'Contando o que muda…',
  annulledFirst: 'A questão está anulada nestas tentativas, e nenhuma resposta conta',
  openNotAnnulled: 'Quem corrige dá os pontos de uma resposta aberta: dê-os a todos em Correções',
  sameAnnulment: 'A questão já está anulada assim',
  nothingLeft: 'Há uma avaliação em que nenhuma outra questão conta. Dê os pontos a todos em vez de tirá-la da conta',
  undoAnnulment: 'Desfazer a anulação',
  undoAnnulmentQuestion: 'Desfazer a anulação da questão?',
  undoAnnulmentStarted: 'A anulação está sendo desfeita.',
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
