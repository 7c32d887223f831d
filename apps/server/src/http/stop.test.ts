import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { ErrorBody } from '@escola/contract/errors'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { hashPassword } from '../security/passwords.ts'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

interface Started {
  app: Awaited<ReturnType<typeof buildApp>>
  caller: Socket
  /** The user's session is opened by the call that is under way. */
  userId: string
  complaints: string[]
}

/** A server, and a caller who has asked to be signed in. */
async function start({ userId, email }: { userId: string; email: string }): Promise<Started> {
  const password = 'minha1senha'
  const password_hash = await hashPassword(password)
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute(),
  )
  const complaints: string[] = []
  const logger = { level: 'error', stream: { write: (line: string) => void complaints.push(line) } }
  const app = await buildApp(w.config, logger)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const caller = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1')
  await once(caller, 'connect')
  const body = JSON.stringify({ email, password })
  const head = `POST /api${sessions.signIn.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  caller.write(`${head}\r\n\r\n${body}`)
  return { app, caller, userId, complaints }
}

/** Between the check of a password and what is written after it. */
const whenHashed = (then: () => void) =>
  new Promise<void>((resolve) => {
    const once = () => {
      unsubscribe('escola.password-hashed', once)
      then()
      resolve()
    }
    subscribe('escola.password-hashed', once)
  })

const sessionsOf = (userId: string) =>
  w.database.withPlatform((db) => db.selectFrom('sessions').where('user_id', '=', userId).select('id').execute())

it('finishes what it took, also for a caller who hung up, and has nothing to complain about', async () => {
  const { app, caller, userId, complaints } = await start(w.northside.student)
  await whenHashed(() => caller.destroy())
  await app.close()
  expect(complaints).toEqual([])
  expect(await sessionsOf(userId)).toHaveLength(2)
})

it('refuses what comes on a kept connection while it stops, in the words of the contract', async () => {
  const { app, caller, complaints } = await start(await w.northside.make.student('Rita Prates'))
  let closing: Promise<void> | undefined
  await whenHashed(() => {
    closing = app.close()
    caller.write(`GET /api/context?domain=localhost&pathname=/ HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  })
  let answers = ''
  for await (const part of caller) answers += part
  await closing
  const [, first, second] = answers.split('HTTP/1.1 ')
  expect(first).toMatch(/^200 /)
  expect(second).toMatch(/^503 /)
  expect(ErrorBody.parse(JSON.parse(second!.split('\r\n\r\n')[1]!))).toMatchObject({ code: 'unavailable' })
  expect(complaints).toEqual([])
})
