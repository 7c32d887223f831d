import { execFile } from 'node:child_process'
import path from 'node:path'
import { sessions } from '@escola/contract/sessions.contract'
import { testSecret } from '@escola/db/testing'
import { expect, it } from 'vitest'
import { hashPassword } from '../security/passwords.ts'
import { world } from '../testing/world.ts'

const reset = async (...args: string[]) => {
  const { databaseUrl } = await world()
  const file = path.join(import.meta.dirname, 'reset-second-factor.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl, ESCOLA_SECRET: testSecret }
  return new Promise<{ code: number; out: string; said: string }>((resolve) => {
    execFile(process.execPath, [file, ...args], { env }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), out, said }),
    )
  })
}

it('takes the factor and its codes from a user, ends their sessions, tells them, and leaves a line in the log', async () => {
  const { northside, database, call, addFactor } = await world()
  const user = await northside.make.student()
  const password_hash = await hashPassword('minha1senha')
  await addFactor(user.userId)
  await database.withPlatform(async (db) => {
    await db.updateTable('users').set({ password_hash }).where('id', '=', user.userId).execute()
    await db.insertInto('recovery_codes').values({ user_id: user.userId, code_hash: 'x' }).execute()
  })
  const signIn = () => call(sessions.signIn, { body: { email: user.email, password: 'minha1senha' } })
  expect((await signIn()).error.code).toBe('second_factor_needed')

  const { code, out, said } = await reset(user.email.toUpperCase())
  expect([code, said]).toEqual([0, expect.stringContaining('password alone')])
  expect(JSON.parse(out)).toMatchObject({ event: 'second_factor_reset', userId: user.userId })
  expect(out).not.toContain(user.email)
  await expect.poll(async () => (await call(sessions.devices, { as: user })).status).toBe(401)
  expect((await signIn()).status).toBe(200)
  const codes = await database.withPlatform((db) =>
    db.selectFrom('recovery_codes').where('user_id', '=', user.userId).selectAll().execute(),
  )
  expect(codes).toEqual([])
  const mails = await northside.tx((db) =>
    db.selectFrom('messages').where('user_id', '=', user.userId).select(['kind', 'params']).execute(),
  )
  expect(mails).toMatchObject([{ kind: 'second_factor_removed', params: { device: 'a equipe da plataforma' } }])
})

it('says what it needs, and changes nothing for a user who has no second factor', async () => {
  const { northside, call } = await world()
  const user = await northside.make.student()
  expect(await reset()).toMatchObject({ code: 2, said: expect.stringContaining('<e-mail>') })
  for (const email of [user.email, 'ninguem@example.com'])
    expect(await reset(email)).toEqual({ code: 1, out: '', said: expect.stringContaining('no second factor') })
  expect((await call(sessions.devices, { as: user })).status).toBe(200)
})
