import { Writable } from 'node:stream'
import { students } from '@escola/contract/students.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { world } from '../testing/world.ts'
import { logOptions } from './log-options.ts'

/** Log that is kept, line by line. */
function keepLog() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  return { lines, stream }
}

it('logs each statement of a request with its id and time, and no value', async () => {
  const { config, northside } = await world()
  const { lines, stream } = keepLog()
  const { http, close } = await buildApp({ ...config, debugSql: true }, { ...logOptions(config), stream })
  const headers = { authorization: `Bearer ${northside.admin.token}`, 'content-type': 'application/json' }
  const url = `/api${students.resendLink.path.replace(':schoolId', northside.id)}`
  const payload = JSON.stringify({ email: northside.student.email, type: 'email' })
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  const answers = await Promise.all([
    fetch(`${address}${url}`, { method: 'POST', headers, body: inPieces(payload), duplex: 'half' } as RequestInit),
    fetch(`${address}/api/school/${northside.id}/students`, { headers }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await close()
  const [posted, got] = answers.map(({ headers }) =>
    lines.filter((line) => line.msg === 'statement' && line.reqId === headers.get('x-request-id')),
  )
  const write = posted!.find(({ sql }) => String(sql).startsWith('insert into messages'))
  expect(write).toMatchObject({ ms: expect.any(Number) })
  expect(got!.map(({ sql }) => sql).join()).toContain('from "memberships"')
  expect(got!.map(({ sql }) => sql).join()).not.toContain('messages')
  expect(JSON.stringify(posted)).not.toContain(northside.student.email)
})

it('logs a slow statement without being asked, and no value', async () => {
  const { config, northside } = await world()
  const { lines, stream } = keepLog()
  const { database, close } = await buildApp(config, { ...logOptions(config), stream })
  await database.withSchool(northside.id, (db) => sql`select pg_sleep(${0.52}), ${'segredo'}::text as word`.execute(db))
  await close()
  const slow = lines.filter(({ msg }) => msg === 'slow statement')
  expect(slow.map((line) => line.sql)).toContain('select pg_sleep($1), $2::text as word')
  expect(JSON.stringify(slow)).not.toContain('segredo')
})

/** A body that comes in two pieces, as over a poor line. */
const inPieces = (text: string) =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(text.slice(0, 5)))
      await new Promise((resolve) => setTimeout(resolve, 50))
      controller.enqueue(Buffer.from(text.slice(5)))
      controller.close()
    },
  })
