import { dayMs, minuteMs } from '@escola/contract/durations'
import { securityLimits } from '@escola/contract/limits'
import { done } from '@escola/contract/wire'
import { notFound } from '../../core/app-error.ts'
import { requireOwnSession, requireProof } from '../../core/require-proof.ts'
import type { Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { Gate } from '../../http/gate.ts'
import { listDevices, markSeen } from './devices.queries.ts'
import { revokeSession, revokeSessionsOf } from './sessions.queries.ts'

type DeviceTools = PlatformTools & { gate: Pick<Gate, 'forget'> }

export async function showDevices(scope: Signed, { platform, now }: PlatformTools) {
  requireOwnSession(scope)
  const { userId, sessionId } = scope.actor
  const idleSince = new Date(now().getTime() - securityLimits.idleDays * dayMs)
  const rows = await platform.withPlatform((db) => listDevices(db, userId, { now: now(), idleSince }))
  return {
    devices: rows.map(({ utc_created_on, utc_seen_on, ...row }) => ({
      ...row,
      utc_created_on: utc_created_on.toISOString(),
      utc_seen_on: utc_seen_on.toISOString(),
      isThis: row.id === sessionId,
    })),
  }
}

/** Ends a session of the user's: this one freely, another one as all others are ended. */
export async function endDevice(scope: Signed, id: string, tools: DeviceTools) {
  const { userId, sessionId } = scope.actor
  if (id === sessionId) requireOwnSession(scope)
  else requireProof(scope, tools)
  const { platform, gate, now } = tools
  const ended = await platform.withPlatform((db) => revokeSession(db, { userId, id }, now()))
  if (ended.length === 0) throw notFound()
  gate.forget(id)
  return done
}

/** Ends all sessions but this one: a finder of the open screen must not shut its user out of their other devices. */
export async function endOtherDevices(scope: Signed, tools: DeviceTools) {
  const { platform, gate, now } = tools
  const { userId, sessionId } = scope.actor
  const ended = await platform.withPlatform((db) => revokeSessionsOf(db, userId, now(), sessionId))
  for (const { id } of ended) gate.forget(id)
  return done
}

/** Writes down that a session is in use; the gate notices it once in a while. */
export const rememberSeen = (sessionId: string, { platform, now }: Pick<PlatformTools, 'platform' | 'now'>) =>
  platform.withPlatform((db) => {
    const before = new Date(now().getTime() - securityLimits.seenMinutes * minuteMs)
    return markSeen(db, sessionId, { now: now(), before })
  })
