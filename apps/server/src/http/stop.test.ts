import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { sessions } from '@escola/contract/sessions.contract'
import { beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { hashPassword } from '../security/passwords.ts'
import { type World, world } from '../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

it('finishes what it took, also for a caller who hung up, and has nothing to complain about', async () => {
  const { userId, email } = w.northside.student
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
  const gone = new Promise<void>((resolve) => {
    const hangUp = () => {
      unsubscribe('escola.password-hashed', hangUp)
      caller.destroy()
      resolve()
    }
    subscribe('escola.password-hashed', hangUp)
  })
  await once(caller, 'connect')
  const body = JSON.stringify({ email, password })
  const head = `POST /api${sessions.signIn.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  caller.write(`${head}\r\n\r\n${body}`)
  await gone
  await app.close()

  expect(complaints).toEqual([])
  const opened = await w.database.withPlatform((db) =>
    db.selectFrom('sessions').where('user_id', '=', userId).select('id').execute(),
  )
  expect(opened).toHaveLength(2)
})
