import { execFile } from 'node:child_process'
import path from 'node:path'
import { testSecret } from '@escola/db/testing'
import { expect, it } from 'vitest'
import { signToken } from '../features/credentials/keys.service.ts'
import { world } from '../testing/world.ts'

const rotate = async (env: Record<string, string>) => {
  const { databaseUrl } = await world()
  const file = path.join(import.meta.dirname, 'rotate-credential-key.ts')
  const all = { ...process.env, DATABASE_URL: databaseUrl, ESCOLA_SECRET: testSecret, ...env }
  return new Promise<{ code: number; out: string; said: string }>((resolve) => {
    execFile(process.execPath, [file], { env: all }, (error, out, said) =>
      resolve({ code: Number(error?.code ?? 0), out, said }),
    )
  })
}

it('puts a new key in the place of the old one, which the processes sign with at once', async () => {
  const { database, tools } = await world()
  expect(await rotate({ PUBLIC_URL: '' })).toMatchObject({ code: 2, said: expect.stringContaining('PUBLIC_URL') })
  const first = await rotate({ PUBLIC_URL: 'https://escola.example/' })
  expect([first.code, first.said]).toEqual([0, ''])
  const second = await rotate({ PUBLIC_URL: 'https://escola.example/' })
  const kid = /https:\/\/escola\.example\/api\/credentials\/keys\/[\w-]{36}/.exec(second.out)![0]
  const keys = await database.withPlatform((db) => db.selectFrom('credential_keys').selectAll().execute())
  expect(keys).toHaveLength(2)
  expect(keys.filter((key) => key.sealed_private_key !== null).map((key) => key.kid)).toEqual([kid])
  const [header] = (await signToken({}, { ...tools, platform: database })).split('.')
  expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toMatchObject({ kid, alg: 'RS256' })
})

it('seals no key under another secret than the database has', async () => {
  const { database, config } = await world()
  const { app, platform, queue } = config.database
  const keys = () => database.withPlatform((db) => db.selectFrom('credential_keys').select('kid').execute())
  const before = await keys()
  const rotated = await rotate({
    PUBLIC_URL: 'https://escola.example/',
    ESCOLA_SECRET: 'another secret for tests alone, 32 bytes',
    DATABASE_APP_URL: app,
    DATABASE_PLATFORM_URL: platform,
    DATABASE_QUEUE_URL: queue,
  })
  expect(rotated).toEqual({
    code: 1,
    out: '',
    said: expect.stringMatching(/^ESCOLA_SECRET is not the secret of this database[^\n]*\n$/),
  })
  expect(await keys()).toEqual(before)
})
