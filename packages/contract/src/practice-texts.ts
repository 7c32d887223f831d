import { dayMs } from './durations.ts'
import { countOf } from './messages.ts'

export const practiceTexts = {
  label: 'Treino',
  description: 'Os alunos revisam as questões que erraram nas avaliações; nada conta nota',
  preview: 'Treino: aqui cada aluno revisa as questões que errou. Nada conta.',
  /** 'Treino em dia, a próxima em 2 dias': nothing is due before that moment. */
  upToDate: (next: Date, now: Date) =>
    `Treino em dia, a próxima em ${countOf(Math.max(1, Math.ceil((next.getTime() - now.getTime()) / dayMs)), 'dia', 'dias')}`,
  /** Text under the number of right answers. */
  ended: (wrong: number) =>
    wrong === 0 ? 'Nada disto conta nota.' : 'Nada disto conta nota. O que você errou volta nos próximos dias.',
  /** Before the count of questions that were wrong and are asked once more. */
  again: 'De novo o que você errou: ',
  right: 'Certo',
  wrong: 'Errado',
} as const
