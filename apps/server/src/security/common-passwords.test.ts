import { accounts } from '@escola/contract/accounts.contract'
import { profiles } from '@escola/contract/profiles.contract'
import { refusals } from '@escola/contract/refusals'
import { sessions } from '@escola/contract/sessions.contract'
import { expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, randomToken } from './signatures.ts'

it.each([
  'escola123',
  'Mudar123',
  'brasil1',
  'flamengo10',
  'Corinthians2012',
  'jesus123',
  'Helena2024',
  'março2026',
  's3nha123',
  'p@ssw0rd1',
  'abc123',
  '1q2w3e4r',
  'aaaaaa1',
])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

it.each(['k3x9qz', 'minha1senha', 'pao-de-queijo1', 'quintal-verde-42', 'brasil19384756', 'пароль1'])(
  '%s is not',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false)
  },
)

it('a common password is refused wherever one is chosen, and still opens an account that has it', async () => {
  const { call, database, northside } = await world()
  const password = 'escola123'
  const person = await northside.make.student('Lia Prado')
  await database.withPlatform(async (db) =>
    db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', person.userId)
      .execute(),
  )
  const [invited, recovering] = [await northside.make.student('Rita Prado'), await northside.make.student('Bia Prado')]
  const mailedLink = async (purpose: 'invitation' | 'recovery', user_id: string) => {
    const token = randomToken()
    const utc_expires_on = new Date(Date.now() + 600_000)
    await database.withPlatform(async (db) => {
      await db
        .updateTable('users')
        .set({ utc_email_confirmed_on: purpose === 'recovery' ? new Date() : null })
        .where('id', '=', user_id)
        .execute()
      const link = { token_hash: hashToken(token), purpose, user_id, school_id: northside.id, utc_expires_on }
      await db.insertInto('email_tokens').values(link).execute()
    })
    return token
  }
  const recovery = { params: { token: await mailedLink('recovery', recovering.userId) } }
  const invitation = { params: { token: await mailedLink('invitation', invited.userId) } }
  const email = `lia.${randomToken().slice(0, 8).toLowerCase()}@example.com`
  const disclosure = true as const
  const choices = (chosen: string) => [
    () =>
      call(accounts.signUpOwner, {
        body: { school_name: 'Escola Nova', user_name: 'Lia Prado', email, password: chosen, disclosure },
      }),
    () =>
      call(accounts.signUpStudent, {
        params: { schoolId: northside.id },
        body: { name: 'Lia Prado', email: `s.${email}`, password: chosen, disclosure },
      }),
    () =>
      call(accounts.acceptInvitation, { ...invitation, body: { name: 'Rita Prado', password: chosen, disclosure } }),
    () => call(profiles.update, { as: person, body: { name: 'Lia Prado', password: chosen } }),
    () => call(sessions.setNewPassword, { ...recovery, body: { password: chosen, repeatPassword: chosen } }),
  ]
  for (const choose of choices(password))
    expect((await choose()).error).toMatchObject({
      code: 'invalid_request',
      fields: { password: refusals.commonPassword },
    })
  expect((await call(sessions.signIn, { body: { email: person.email, password } })).status).toBe(200)
  for (const choose of choices('quintal-verde-42')) expect((await choose()).status).toBeLessThan(300)
})
