import { countOf } from './messages.ts'

/** Limits of practice (treino). */
export const practiceLimits = {
  /** Questions of one round. */
  round: 10,
  /** Most questions to review that are counted; more are '99+'. */
  counted: 99,
} as const

/** '12 questões', '99+ questões'. */
export const countQuestions = (due: number): string =>
  due > practiceLimits.counted ? `${practiceLimits.counted}+ questões` : countOf(due, 'questão', 'questões')

/** Line of the home. */
export const describeDue = (due: number): string => `${countQuestions(due)} para revisar`
