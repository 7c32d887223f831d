import type { thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** A student in a class. */
export interface Place {
  cohortId: string
  userId: string
}

export type SchoolId = string | typeof thisSchool

export const idsOf = (places: Place[]) => ({
  cohortIds: sql`${places.map(({ cohortId }) => cohortId)}::bigint[]`,
  userIds: sql`${places.map(({ userId }) => userId)}::bigint[]`,
})
export const momentsOf = (moments: (Date | null)[]) =>
  sql`${moments.map((moment) => moment?.toISOString() ?? null)}::timestamptz[]`

/** Places as rows of a statement. */
export const listPlaces = (places: Place[]) => {
  const { cohortIds, userIds } = idsOf(places)
  return sql`unnest(${cohortIds}, ${userIds}) as p (cohort_id, user_id)`
}
