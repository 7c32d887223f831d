import { dayOf } from '@escola/contract/time'
import { retainSearchParams } from '@tanstack/react-router'
import type { StudentSearch } from '../session/guards.ts'

export const validateStudentSearch = ({ student, como, em }: Record<string, unknown>): StudentSearch => {
  if (como) return { como: String(como), ...readDay(em) }
  if (student === 'draft') return { student }
  return String(student) === '1' ? { student: 1 } : {}
}
/** An author who looks as a student does goes on doing so from lesson to lesson. */
export const keepStudentSearch = retainSearchParams<StudentSearch>(['student', 'como', 'em'])

/** Reads a day that is looked at; one that is over, as in an address of yesterday, is none. A name that is left out would keep the address's text. */
export const readDay = (em: unknown): { em: string | undefined } => ({
  em: typeof em === 'string' && /^20\d\d-\d\d-\d\d$/.test(em) && em >= dayOf(new Date()) ? em : undefined,
})
