import type { OpenAnswerFilter } from '@escola/contract/exam-open-answers.contract'
import { isId } from '@escola/contract/wire'

/** Filters of an address; those that ask for all are left out of it. */
export type OpenAnswerSearch = { [name in keyof OpenAnswerFilter]?: unknown }

const idOf = (value: unknown) => (isId(String(value)) ? String(value) : '')

/** Reads the filters of an address, which has ids as numbers. */
export const readOpenAnswerFilter = ({ degree, lesson, question }: OpenAnswerSearch): OpenAnswerFilter => ({
  degree: idOf(degree),
  lesson: idOf(lesson),
  question: idOf(question),
})

const numberOf = (id: string) => (id === '' ? undefined : Number(id))

/** Writes the filters into an address. */
export const writeOpenAnswerFilter = ({ degree, lesson, question }: OpenAnswerFilter): OpenAnswerSearch => ({
  degree: numberOf(degree),
  lesson: numberOf(lesson),
  question: numberOf(question),
})
