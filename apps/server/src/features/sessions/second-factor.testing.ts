import { security } from '@escola/contract/security.contract'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { World } from '../../testing/world.ts'

/** Code that the app shows, now or some steps of half a minute away. */
export const codeNow = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Turns on the second factor of a user who has just proven who they are. */
export async function turnFactorOn(w: Pick<World, 'call'>, as: { token: string }) {
  const { secret } = (await w.call(security.startSecondFactor, { as })).body
  const confirmed = await w.call(security.confirmSecondFactor, { as, body: { code: codeNow(secret) } })
  expect(confirmed.status).toBe(200)
  return { secret, codes: confirmed.body.codes }
}
