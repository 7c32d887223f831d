import { hasRight, type Permission, type Rights } from '@escola/contract/permissions'
import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { teamRightsOf } from '../../core/team-rights.ts'
import * as queries from './team.queries.ts'

/** Finds the rights of a school's team by user, of some people of it or of all. */
export async function findTeam(
  db: SchoolDb | PlatformDb,
  { schoolId = thisSchool, userIds }: { schoolId?: string | typeof thisSchool; userIds?: string[] } = {},
): Promise<Map<string, Rights>> {
  const rows = await queries.listTeamRows(db, schoolId, userIds)
  return new Map(rows.map((row) => [row.user_id, teamRightsOf(row)]))
}

/**
 * Lists those of the team who may hear of something: all mails and notices to a team go to them alone, and ask again by findTeam when they leave or are
 * read. Owners alone have `team`.
 */
export const listTeam = async (
  db: SchoolDb | PlatformDb,
  permission: Permission,
  { courseId, schoolId }: { courseId?: string; schoolId?: string } = {},
): Promise<string[]> =>
  [...(await findTeam(db, schoolId === undefined ? {} : { schoolId }))]
    .filter(([, rights]) => hasRight(rights, permission, courseId))
    .map(([userId]) => userId)

/** Tells whether a user belongs to the team, with whatever rights. */
export const isTeamMember = (db: SchoolDb, userId: string): Promise<boolean> => queries.isTeamMember(db, userId)
