import { createHmac } from 'node:crypto'
import { isSame } from '../../../security/signatures.ts'

/** Seconds by which the clock of an event's sender may be behind ours, or ahead of it. */
const toleranceSeconds = 300

/**
 * Proves that an event comes from the provider, and now: `t=…,v1=…` is a time with its signature over the very bytes. The SDK's own proof takes
 * a time in the future, which would let a delivery be kept and sent again later.
 */
export function isSignedEvent(header: unknown, body: Buffer, { secret, now }: { secret: string; now: Date }): boolean {
  if (typeof header !== 'string') return false
  const parts = header.split(',').map((part) => part.split('=', 2))
  const valuesOf = (name: string) => parts.filter(([key]) => key?.trim() === name).map(([, value]) => value ?? '')
  const [time = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  return valuesOf('v1').some((signature) => isSame(signature, expected))
}
