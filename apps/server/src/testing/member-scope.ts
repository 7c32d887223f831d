import { rightsOf, type TeamRole } from '@escola/contract/permissions'
import { type Attended, type School, teamScopeOf } from '../core/scope.ts'
import type { Person } from './call.ts'

/** Makes a person's own scope, to call a service at a moment of the test's choosing. */
export const makeAttended = (
  school: School,
  { userId, sessionId }: Person,
  { roles = [], provenOn = null }: { roles?: TeamRole[]; provenOn?: Date | null } = {},
): Attended => ({
  ...school,
  actor: {
    userId,
    sessionId,
    strong: true,
    sessionSchoolId: null,
    platformRole: 'student',
    provenOn,
    factorProvenOn: null,
    hasFactor: false,
    lacksFactor: false,
  },
  ...teamScopeOf({ isTeam: roles.length > 0, rights: rightsOf({ roles, courseIds: [] }), mayPublish: true }),
  isMember: true,
  isPlatformView: false,
  ip: '127.0.0.1',
  requestId: 'test',
  device: '',
  idempotencyKey: undefined,
  authorization: undefined,
})
