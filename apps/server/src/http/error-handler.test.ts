import { Writable } from 'node:stream'
import type { ErrorCode } from '@escola/contract/errors'
import type { SchoolDb } from '@escola/db'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../core/app-error.ts'
import { logOptions } from '../core/log-options.ts'
import { createFileStore } from '../files/create-file-store.ts'
import { type World, world } from '../testing/world.ts'
import { buildHttp } from './build-http.ts'

let testWorld: World
let http: FastifyInstance
const lines: string[] = []
/** The work that the route of these tests does. */
let work: () => Promise<unknown>

beforeAll(async () => {
  testWorld = await world()
  const stream = new Writable({
    write: (line, _, done) => {
      lines.push(String(line))
      done()
    },
  })
  http = await buildHttp(testWorld.config, { ...logOptions(testWorld.config), stream })
  http.get('/api/tried', () => work())
})
afterAll(() => http.close())

async function answerTo(trial: () => Promise<unknown>) {
  work = trial
  lines.length = 0
  const answer = await http.inject('/api/tried')
  const logged = lines.map((line) => JSON.parse(line))
  const errors = logged.filter((line) => line.level >= 50)
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, errors, last: logged.at(-1) }
}
/** A statement inside Northside. */
const statement = (text: string) => () => testWorld.northside.tx((db) => sql.raw(text).execute(db))

describe('a row that the database refuses', () => {
  it.each<[string, ErrorCode, number, () => Promise<unknown>]>([
    [
      'whose unique key has a code',
      'url_taken',
      409,
      () =>
        testWorld.database.withPlatform((db) =>
          sql`insert into schools (name, namespace)
        values ('Uma', 'mesma'), ('Outra', 'mesma')`.execute(db),
        ),
    ],
    [
      'whose unique key has none',
      'conflict',
      409,
      statement(`insert into files (school_id, purpose, storage_key, filename, content_type, size_bytes)
        values (app.school_id(), 'import', 'x', '', '', 0), (app.school_id(), 'import', 'x', '', '', 0)`),
    ],
    [
      'that names a course which is not there',
      'degree_not_found',
      404,
      statement(`insert into modules (school_id, course_id, title) values (app.school_id(), 999999, '')`),
    ],
    [
      'that names something else which is not there',
      'not_found',
      404,
      statement(`insert into import_refusals (school_id, import_id, line, name, email, cellphone, reason)
        values (app.school_id(), 999999, 1, '', '', '', '')`),
    ],
  ])('%s is answered with %s', async (_, code, status, trial) => {
    const answer = await answerTo(trial)
    expect(answer).toMatchObject({ status, body: { code }, errors: [] })
  })
})

it('says in the line that ends a refused call why it was refused: the code and the fields, and nothing that was typed', async () => {
  const answer = await answerTo(async () => {
    throw new AppError('invalid_email', { fields: { email: 'ana.prado não serve' } })
  })
  const reqId = answer.body.requestId
  expect(answer.last).toMatchObject({ reqId, code: 'invalid_email', fields: ['email'], msg: 'request completed' })
  expect(lines.join()).not.toContain('ana.prado')
})

describe('what no input should reach', () => {
  it.each([
    ['a missing value', '23502', `insert into users (email, name) values ('ana.prado@example.com', null)`],
    ['a broken check', '23514', `insert into users (email) values ('Ana.Prado@example.com')`],
    ['a division by zero', '22012', 'select 1 / 0'],
    ['a number out of range', '22003', 'select 3000000000::int'],
    ['a text that is no number', '22P02', `select 'x'::bigint`],
  ])('%s is a 500 with the whole error in the log, and no row', async (_, code, text) => {
    const answer = await answerTo(() => testWorld.database.withPlatform((db) => sql.raw(text).execute(db)))
    expect(answer).toMatchObject({ status: 500, body: { code: 'internal', message: 'Unexpected error' } })
    expect(answer.errors).toHaveLength(1)
    const [line] = answer.errors
    expect(line).toMatchObject({ reqId: answer.body.requestId, err: { code, stack: expect.any(String) } })
    // A node of a cluster says the name of its own part of the table.
    if (code === '23502') expect(line.err.message).toMatch(/column "name" of relation "users(_\d+)?"/)
    if (code === '23514')
      expect(line.err.message).toMatch(/"users(_\d+)?" violates check constraint "users_email_check(_\d+)?"/)
    expect(JSON.stringify(answer)).not.toMatch(/ana\.prado/i)
  })
})

it('is unavailable, not at fault, while the store of files is away', async () => {
  const s3 = { bucket: 'b', region: 'r', endpoint: 'http://127.0.0.1:1', accessKeyId: 'a', secretAccessKey: 's' }
  const store = await createFileStore({ s3, filesDir: '' })
  const answer = await answerTo(() => store.put('1/lesson-file/a', Buffer.from('x'), 'text/plain'))
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } })
  expect(answer.errors[0].err.message).toMatch(/the store of files is away.*ECONNREFUSED/)
})

it('is unavailable for a moment, not at fault, when a statement takes too long', async () => {
  const slowly = async (db: SchoolDb) => {
    await sql`set local statement_timeout = 20`.execute(db)
    await sql`select pg_sleep(5)`.execute(db)
  }
  const answer = await answerTo(() => testWorld.northside.tx(slowly))
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '2' } })
})

describe('a full disk is unavailable, not at fault', () => {
  it.each([
    ['of the database', { code: '53100', message: 'could not extend file "base/1/2": No space left on device' }],
    ['of shared memory', { code: '53200', message: 'out of memory' }],
    ['of files', { code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' }],
    ['of a user with a quota', { code: 'EDQUOT', message: 'EDQUOT: disk quota exceeded, write' }],
  ])('%s', async (_, { code, message }) => {
    const answer = await answerTo(async () => {
      throw Object.assign(new Error(message), { code })
    })
    const body = { code: 'unavailable', message: 'Temporarily unavailable' }
    expect(answer).toMatchObject({ status: 503, body, headers: { 'retry-after': '2' }, errors: [{ err: { code } }] })
  })
})

it('is in the log where something that we lean on is the cause of a refusal', async () => {
  const answer = await answerTo(async () => {
    throw new AppError('payment_refused', { cause: new Error('the provider says why') })
  })
  expect(answer).toMatchObject({ status: 409, body: { code: 'payment_refused' } })
  expect(answer.errors).toMatchObject([{ err: { message: expect.stringContaining('the provider says why') } }])
  expect(JSON.stringify(answer.body)).not.toContain('the provider says why')
})

describe('an error that leads elsewhere', () => {
  const school = { id: '7', namespace: 'norte' }
  it('says where: a path of the same school', async () => {
    const answer = await answerTo(async () => {
      throw new AppError('forbidden', { redirect: { school, path: '/entrar?email=a%40b.c' } })
    })
    expect(answer).toMatchObject({ status: 403, body: { redirectUrl: '/norte/entrar?email=a%40b.c' } })
  })
  it.each(['/../escola/8', '/..', '/%2e%2e/outra', '2', '@mal.example', '/..//mal.example'])(
    'cannot be made to lead out of it: %s',
    (path) => {
      expect(() => new AppError('forbidden', { redirect: { school, path } })).toThrow(/leads out of the school/)
    },
  )
})
