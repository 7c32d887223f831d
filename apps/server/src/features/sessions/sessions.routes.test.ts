import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../security/passwords.ts'
import { openRival, untilWaiting } from '../../testing/rivals.ts'
import { type World, world } from '../../testing/world.ts'

let here: World
beforeAll(async () => {
  here = await world()
})

const password = 'minha1senha'

async function person() {
  const made = await here.northside.make.student('Lia Prado')
  const passwordHash = await hashPassword(password)
  await here.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = ({ email, given = password, schoolId }: { email: string; given?: string; schoolId?: string }) =>
  here.call(sessions.signIn, { body: { email, password: given, ...(schoolId ? { schoolId } : {}) } })

describe('a password that is changed while it is being checked opens nothing', () => {
  it('of the person’s own', async () => {
    const { userId, email } = await person()
    const reset = await openRival(
      here.databaseUrl,
      `with revoked as (update sessions set utc_revoked_on = now() where user_id = $1)
        update users set password_hash = 'another' where id = $1`,
      [userId],
    )
    const late = signIn({ email })
    await untilWaiting(here.databaseUrl)
    await reset.commit()
    expect((await late).error.code).toBe('invalid_password')
    const open = await here.database.withPlatform((db) =>
      db.selectFrom('sessions').where('user_id', '=', userId).where('utc_revoked_on', 'is', null).selectAll().execute(),
    )
    expect(open).toEqual([])
  })
  it('that a school has set', async () => {
    const { userId, email } = await person()
    const passwordHash = await hashPassword('daescola1')
    await here.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute(),
    )
    const asSchool = { email, given: 'daescola1', schoolId: here.northside.id }
    expect((await signIn(asSchool)).status).toBe(200)
    const change = await openRival(
      here.databaseUrl,
      `update memberships set password_hash = 'another' where user_id = $1`,
      [userId],
    )
    const late = signIn(asSchool)
    await untilWaiting(here.databaseUrl)
    await change.commit()
    expect((await late).error.code).toBe('invalid_password')
  })
})
