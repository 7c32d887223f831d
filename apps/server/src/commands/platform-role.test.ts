import { execFile } from 'node:child_process'
import path from 'node:path'
import { students } from '@escola/contract/students.contract'
import { testSecret } from '@escola/db/testing'
import { expect, it } from 'vitest'
import { world } from '../testing/world.ts'

const give = async (...args: string[]) => {
  const { databaseUrl } = await world()
  const file = path.join(import.meta.dirname, 'platform-role.ts')
  const env = { ...process.env, DATABASE_URL: databaseUrl, ESCOLA_SECRET: testSecret }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [file, ...args], { env }, (error, out, failure) =>
      resolve({ code: Number(error?.code ?? 0), output: out + failure }),
    )
  })
}

it('opens every school to a user it makes an administrator of the platform, and closes them with the role', async () => {
  const { northside, riverside, call, addFactor } = await world()
  const { admin } = northside
  await addFactor(admin.userId)
  const theirs = async () => (await call(students.list, { as: admin, params: { schoolId: riverside.id } })).status
  expect(await theirs()).toBe(404)
  expect(await give(admin.email.toUpperCase(), 'admin')).toMatchObject({ code: 0 })
  await expect.poll(theirs).toBe(200)
  expect(await give(admin.email, 'student')).toMatchObject({ code: 0 })
  await expect.poll(theirs).toBe(404)
  expect((await call(students.list, { as: admin })).status).toBe(200)
})

it('says what it needs, and gives no role to an e-mail that is not confirmed', async () => {
  const { database } = await world()
  expect(await give('alguem@example.com', 'dono')).toEqual({
    code: 2,
    output: expect.stringContaining('academy-admin'),
  })
  await database.withPlatform((db) => db.insertInto('users').values({ email: 'por.provar@example.com' }).execute())
  for (const email of ['por.provar@example.com', 'ninguem@example.com'])
    expect(await give(email, 'admin')).toEqual({ code: 1, output: expect.stringContaining('Nobody has confirmed') })
})
