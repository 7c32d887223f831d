import type { CourseState } from '@escola/contract/learning.contract'

export interface MyCoursesSearch {
  search?: string | undefined
  state?: CourseState | undefined
}

export const nameOfState: Record<CourseState, string> = {
  continue: 'Em andamento',
  start: 'Não iniciados',
  done: 'Concluídos',
  locked: 'Bloqueados',
}
export const courseStates = Object.keys(nameOfState) as CourseState[]

/** Reads the list that an address asks for. */
export const readMyCourses = ({ search, state }: { search?: unknown; state?: unknown }): MyCoursesSearch => ({
  search: typeof search === 'string' && search !== '' ? search : undefined,
  state: courseStates.find((each) => each === state),
})
