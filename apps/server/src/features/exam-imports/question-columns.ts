import { examQuestionLimits } from '@escola/contract/exam-content'
import { letterOf } from '@escola/contract/exam-texts'
import { withoutAccents } from '@escola/contract/text'

const optionLetters = Array.from({ length: examQuestionLimits.optionsMax }, (_, at) => letterOf(at))

/** Headings of the model file, in its order. */
export const columnTitles = [
  'tipo',
  'enunciado',
  ...optionLetters.map((letter) => `alternativa ${letter}`),
  'certa(s)',
  'tolerância',
  'unidade',
  'embaralhar',
  'dificuldade',
  'etiquetas',
  'explicação',
]

export interface QuestionColumns {
  kind: number
  statement: number
  options: number[]
  right: number
  tolerance: number
  unit: number
  shuffled: number
  difficulty: number
  tags: number
  explanation: number
}

/** Headings that other lists use for the same; of a word with several endings, its stem. */
const known: Record<Exclude<keyof QuestionColumns, 'options'>, RegExp> = {
  kind: /^tipo/,
  statement: /^(enunciado|pergunta|questao)/,
  right: /^(certas?|resposta|gabarito|correta)/,
  tolerance: /^toleranc/,
  unit: /^unidade/,
  shuffled: /^embaralh/,
  difficulty: /^(dificuldade|nivel)/,
  tags: /^(etiqueta|tag|tema|assunto)/,
  explanation: /^(explicac|comentario|justificativa|resoluc)/,
}
const option = /^(?:alternativa|opcao)? ?([a-j])$/

export const foldWord = (cell: string) =>
  withoutAccents(cell)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Finds the columns by their headings; undefined if none is the statement's. */
export function columnsOf(heading: string[]): QuestionColumns | undefined {
  const words = heading.map(foldWord)
  const columns = Object.fromEntries(
    Object.entries(known).map(([name, pattern]) => [name, words.findIndex((word) => pattern.test(word))]),
  ) as unknown as QuestionColumns
  const letters = words.map((word) => option.exec(word)?.[1])
  columns.options = optionLetters.map((letter) => letters.indexOf(letter.toLowerCase()))
  return columns.statement < 0 ? undefined : columns
}
