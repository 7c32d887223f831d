import { type TeamRole, teamRoles } from '@escola/contract/permissions'
import { type SeenPlace, seenPlaceHeader } from '@escola/contract/seen-place'
import { isId } from '@escola/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { SchoolMembership } from '../core/person.ts'
import { type TeamRow, teamRightsOf } from '../core/team-rights.ts'

const longest = 10_000
const isRole = (text: string): text is TeamRole => (teamRoles as readonly string[]).includes(text)

/** Reads the place in which the caller asks to see their school; undefined for a header that isn't one. */
export function seenPlaceOf({ headers }: Pick<FastifyRequest, 'headers'>): SeenPlace | undefined {
  const header = headers[seenPlaceHeader]
  if (typeof header !== 'string' || header.length > longest) return undefined
  const [schoolId = '', roles = '', courses = '', publishes] = header.split(';')
  const courseIds = courses === '' ? [] : courses.split(',')
  const named = roles.split(',')
  if (!isId(schoolId) || !named.every(isRole) || !courseIds.every(isId)) return undefined
  return { schoolId, roles: named, courseIds, mayPublish: publishes === '1' }
}

type Row = TeamRow & { may_publish: boolean | null }

/** Tells whether a caller sees the school in the place that they ask for: one who may choose its team does. */
export const seesIn = (place: SeenPlace | undefined, schoolId: string, row: TeamRow): place is SeenPlace =>
  place?.schoolId === schoolId && teamRightsOf(row).everywhere.has('team')

const inPlace = <R extends Row>(row: R, { roles, courseIds, mayPublish }: SeenPlace): R => ({
  ...row,
  team_roles: [...roles],
  course_ids: [...courseIds],
  may_publish: mayPublish,
})

/** A caller's row as it would be in the place that they look from. */
export const rowSeenIn = <R extends Row>(place: SeenPlace | undefined, schoolId: string, row: R): R =>
  seesIn(place, schoolId, row) ? inPlace(row, place) : row

export const membershipsSeenIn = (place: SeenPlace | undefined, memberships: SchoolMembership[]): SchoolMembership[] =>
  memberships.map((each) => (seesIn(place, each.id, each) ? { ...inPlace(each, place), seen: true } : each))
