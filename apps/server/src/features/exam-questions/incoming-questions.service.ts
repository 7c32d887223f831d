import { AppError } from '../../core/app-error.ts'
import { cleanQuestion, contentOf, likenessOf, type Written } from './exam-question-values.ts'

/** Question as a file gives it. */
export type IncomingQuestion = Written

/** Sanitises a question that comes from a file, or says why the bank doesn't take it. */
export function readIncoming(written: Written): { question: Written } | { reason: string } {
  try {
    return { question: cleanQuestion(written) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { reason: Object.values(error.fields ?? {})[0] ?? error.message }
  }
}

export const likenessOfIncoming = (question: Written) => likenessOf(contentOf(question))
