import { countOf } from './messages.ts'

/** Says that an attempt is corrected, without the point at its end, for the bell and the mail alike. */
export const examCorrected = (lesson: string) => `A sua avaliação de “${lesson}” foi corrigida`

export const openAnswerTexts = {
  none: 'Nenhuma resposta espera correção.',
  noneFound: 'Nenhuma resposta espera correção com estes filtros.',
  /** State of an attempt, of which an answer waits. */
  waiting: 'Aguardando correção',
  byPerson: 'Será corrigida por uma pessoa',
  /** Before an attempt. */
  ahead: 'As questões abertas são corrigidas por uma pessoa, e a nota sai depois',
  toCompare: 'Para comparar',
  tooManyPoints: (most: string) => `Esta questão vale ${most}`,
  pointsMissing: 'Escreva os pontos, como 7,5',
  replaced:
    'Uma resposta que chegou depois do prazo ficou no lugar da que você leu: leia-a acima. O que você escreveu continua aqui, e salvar o dá à nova resposta.',
  saved: 'Correção salva.',
  all: 'Correção salva. Nenhuma outra resposta espera.',
} as const

/** '3 respostas abertas esperam correção' */
export const describeWaiting = (answers: number) =>
  countOf(answers, 'resposta aberta espera correção', 'respostas abertas esperam correção')
