import { messages } from './messages.ts'

/** Refusals of courses and lessons that a student may not open; errors.ts has them among all others. */
export const learningErrors = {
  degree_forbidden: { status: 403, message: 'No access to this degree', pt: messages.noAccess },
  degree_lesson_locked: {
    status: 403,
    message: 'This lesson of the degree is not open yet',
    pt: 'Esta aula ainda não está liberada',
  },
  degree_lesson_held: {
    status: 403,
    message: 'A lesson before this one must be completed first',
    pt: 'Esta aula abre quando você concluir a anterior',
  },
  degree_lesson_restricted: {
    status: 403,
    message: 'This lesson takes a class of its own',
    pt: 'Esta aula é exclusiva de algumas turmas. Fale com a escola para participar',
  },
} as const
