import type { TeamRole } from '@escola/contract/permissions'
import type { SchoolDb } from '@escola/db'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { queueMessage, queueMessages } from '../messages/messages.service.ts'
import { actOf } from '../messages/security-mails.service.ts'

type Team = Map<string, TeamRole[]>

const ownersOf = (team: Team) => [...team].flatMap(([userId, roles]) => (roles.includes('owner') ? [userId] : []))

/**
 * Warns all owners that the team has a new member. The owner who added the member is warned too, in case another person was using their session. When the
 * platform names an owner, the whole team is told, because it may have no other owner.
 */
export async function warnOfNewMember(
  db: SchoolDb,
  school: Attended,
  { team, userId, roles }: { team: Team; userId: string; roles: TeamRole[] },
  tools: Clock,
) {
  const told = school.isPlatformView ? [...team.keys()] : ownersOf(team)
  const act = { ...actOf(school, tools), byId: school.actor.userId, administratorId: userId, roles }
  const recipients = told.map((each) => ({
    userId: each,
    dedupeKey: `administrator_added:${each}:${userId}:${act.utc_on}`,
  }))
  await queueMessages(db, { kind: 'administrator_added', params: act, recipients }, tools)
}

/** Tells all owners, those who stopped being one just now included, of an owner who was in the team already. */
export async function tellOfOwner(
  db: SchoolDb,
  school: Attended,
  { team, userId, stepsDown }: { team: Team; userId: string; stepsDown: boolean },
  tools: Clock,
) {
  const told = school.isPlatformView ? [...team.keys()] : ownersOf(team)
  const act = { ...actOf(school, tools), byId: school.actor.userId, administratorId: userId, stepsDown }
  const recipients = [...new Set([...told, userId])].map((each) => ({
    userId: each,
    dedupeKey: `owner_named:${each}:${userId}:${act.utc_on}`,
  }))
  await queueMessages(db, { kind: 'owner_named', params: act, recipients }, tools)
}

/** Tells a person that their place in the team is another one, or none. The mail says what it is when it is written. */
export async function tellOfChange(db: SchoolDb, school: Attended, userId: string, tools: Clock) {
  const act = { ...actOf(school, tools), byId: school.actor.userId }
  const dedupeKey = `team_place_changed:${userId}:${act.utc_on}`
  await queueMessage(db, { userId, kind: 'team_place_changed', dedupeKey, params: act }, tools)
}
