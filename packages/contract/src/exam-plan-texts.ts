import { countOf } from './messages.ts'

/** Differences between the bank and a publication. */
export interface ExamChanges {
  /** The author has changed the plan. */
  plan: boolean
  /** Questions that have a newer version. */
  changed: number
  /** Questions that a draw finds now, and did not then. */
  added: number
  /** Questions that a draw found then, and does not now. */
  removed: number
}

export const examPlanTexts = {
  title: 'Avaliação desta aula',
  lessonFirst: 'Dê um título à aula para pôr uma avaliação nela.',
  none: 'Esta aula não tem avaliação. Monte uma com as questões do banco da escola.',
  begin: 'Criar avaliação',
  empty: 'Ponha ao menos uma questão',
  gone: 'Esta questão foi apagada do banco. Tire-a da avaliação',
  archived: 'Arquivada no banco: continua nesta avaliação até você tirá-la',
  tooMany: (asked: number, most: number) => `A avaliação pede ${asked} questões, e o máximo é ${most}. Tire algumas`,
  poolTooLarge: (most: number) =>
    `Os sorteios escolhem entre mais de ${most.toLocaleString('pt-BR')} questões. Escolha uma etiqueta, um tipo ou uma dificuldade`,
  tooManyDraws: (most: number) => `São no máximo ${most} sorteios`,
  partTwice: 'Cada parte aparece uma vez só',
  showsWhenMissing: 'Escolha o dia e a hora',
  unready: (lesson: string, fault: string) => `A avaliação da aula “${lesson}” não está pronta. ${fault}`,
  faultOf: (place: number, fault: string) => `Parte ${place}: ${fault}`,
  ownDraws: 'Sorteie questões de um curso seu, ou das que são de toda a escola',
  ownQuestions: 'Escolha questões de um curso seu, ou das que são de toda a escola',
  exercisePasses:
    'Um exercício mostra o gabarito a cada resposta, e por isso não segura a aula. Faça dele uma prova, ou deixe de exigir a aprovação',
  /** Lessons of other courses are counted for those who don't teach them. */
  used: (lessons: string[], more: number) =>
    `Esta questão está ${lessons.length > 0 ? usedIn(lessons, more) : usedElsewhere(more)}. Arquive-a, se não quer mais usá-la`,
  removed: 'Avaliação tirada da aula.',
  goes: 'A avaliação sai desta aula agora, para os alunos também, com as suas partes e ajustes. As questões continuam no banco. Não há como desfazer.',
} as const

function usedIn(lessons: string[], more: number): string {
  const titles = lessons.map((lesson) => `“${lesson}”`).join(', ')
  const places = lessons.length + more === 1 ? 'da aula' : 'das aulas'
  return `na avaliação ${places} ${titles}${more > 0 ? ` e de mais ${more}` : ''}`
}

const usedElsewhere = (more: number) =>
  more === 1 ? 'na avaliação de outro curso' : `em ${more} avaliações de outros cursos`

/** Tells an author how a publication differs from what they see; undefined where it doesn't. */
export function describeExamChanges({ plan, changed, added, removed }: ExamChanges): string | undefined {
  const counts = [
    ...(changed > 0 ? [countOf(changed, 'questão mudou', 'questões mudaram')] : []),
    ...(added > 0 ? [`${added} ${added === 1 ? 'nova' : 'novas'} no sorteio`] : []),
    ...(removed > 0 ? [`${removed} fora do sorteio`] : []),
  ]
  if (counts.length > 0) return `Desde a publicação: ${counts.join(', ')}. Publique o curso para que valha`
  return plan ? 'Alterações ainda não publicadas. Saem com o curso' : undefined
}
