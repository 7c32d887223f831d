import { sessions } from '@escola/contract/sessions.contract'
import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { hashPassword } from '../../security/passwords.ts'
import { callsOf } from '../../testing/call.ts'
import { withoutLooks } from '../../testing/clock.ts'
import { closeLater, world } from '../../testing/world.ts'

it('sixty pupils behind one address sign in at the same moment', async () => {
  const w = await world({ RATE_FACTOR: '1', TRUST_PROXY: '127.0.0.1' })
  const app = await withoutLooks(() => buildApp({ ...w.config, overloadWaitMs: 250 }))
  closeLater(app.close)
  const { call } = callsOf(app.http)
  const pupils = await Promise.all(Array.from({ length: 60 }, () => w.northside.make.student('Lia Prado')))
  const password_hash = await hashPassword('minha1senha')
  const ids = pupils.map(({ userId }) => userId)
  await w.database.withPlatform((db) => db.updateTable('users').set({ password_hash }).where('id', 'in', ids).execute())
  const signIn = (email: string) =>
    call(sessions.signIn, {
      headers: { 'x-forwarded-for': '198.51.100.1' },
      body: { email, password: 'minha1senha', schoolId: w.northside.id },
    })
  const answers = await Promise.all(pupils.map(({ email }) => signIn(email)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
