import type { Attended, School } from '../core/scope.ts'
import type { Person } from './call.ts'

/** Makes a person's own scope, to call a service at a moment of the test's choosing. */
export const makeAttended = (
  school: School,
  { userId, sessionId }: Person,
  { isAdmin = false, provenOn = null }: { isAdmin?: boolean; provenOn?: Date | null } = {},
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
  isAdmin,
  isMember: true,
  isPlatformView: false,
  ip: '127.0.0.1',
  requestId: 'test',
  device: '',
  idempotencyKey: undefined,
  authorization: undefined,
})
