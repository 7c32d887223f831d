import type { TeamPlace } from './permissions.ts'

/** Header by which an owner asks to see their own school in another place of its team. */
export const seenPlaceHeader = 'x-seen-place'

/** Place of a school's team, as an owner looks at it. */
export interface SeenPlace extends TeamPlace {
  schoolId: string
  mayPublish: boolean
}

export const writeSeenPlace = ({ schoolId, roles, courseIds, mayPublish }: SeenPlace): string =>
  [schoolId, roles.join(), courseIds.join(), mayPublish ? '1' : '0'].join(';')
