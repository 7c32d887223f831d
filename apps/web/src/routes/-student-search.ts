import { retainSearchParams } from '@tanstack/react-router'
import type { StudentSearch } from '../session/guards.ts'

export const validateStudentSearch = ({ student }: Record<string, unknown>): StudentSearch => {
  if (student === 'draft') return { student }
  return String(student) === '1' ? { student: 1 } : {}
}
/** An author who looks as a student goes on doing so from lesson to lesson. */
export const keepStudentSearch = retainSearchParams<StudentSearch>(['student'])
