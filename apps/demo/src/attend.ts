import type { Attended, School } from '@escola/server/core/scope'

/** A member of the school, who calls its services without a session. */
export const attend = (school: School, userId: string, isAdmin = false): Attended => ({
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
  isAdmin,
  isMember: true,
  isPlatformView: false,
  ip: '',
  requestId: 'seed',
  device: '',
  idempotencyKey: undefined,
  authorization: undefined,
})
