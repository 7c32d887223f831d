import { noRights, ownersRights } from '@escola/contract/permissions'
import { type Attended, type School, teamScopeOf } from '@escola/server/core/scope'

/** A member of the school, who calls its services without a session. */
export const attend = (school: School, userId: string, isOwner = false): Attended => ({
  ...school,
  actor: {
    userId,
    sessionId: '0',
    strong: true,
    sessionSchoolId: null,
    platformRole: 'student',
    provenOn: null,
    factorProvenOn: null,
    hasFactor: false,
    lacksFactor: false,
  },
  ...teamScopeOf({ isTeam: isOwner, rights: isOwner ? ownersRights : noRights, mayPublish: true }),
  isMember: true,
  isPlatformView: false,
  ip: '',
  requestId: 'seed',
  device: '',
  idempotencyKey: undefined,
  authorization: undefined,
})
