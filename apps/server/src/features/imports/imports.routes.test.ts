import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { fillPath } from '@escola/contract/call'
import { cohorts } from '@escola/contract/cohorts.contract'
import { type ImportRow, imports } from '@escola/contract/imports.contract'
import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { describe, expect, it } from 'vitest'
import type { School } from '../../core/scope.ts'
import { multipart, type Person } from '../../testing/call.ts'
import { neverStops } from '../../testing/jobs.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { world } from '../../testing/world.ts'
import { processImport } from './import-processing.service.ts'
import { ImportProgress, pollMs } from './import-progress.ts'
import { startImport, watchImport } from './imports.service.ts'

const rowsOf = (...emails: string[]): ImportRow[] =>
  emails.map((email, index) => ({ line: index + 2, name: `Pessoa ${index}`, email, cellphone: '' }))
const fileOf = (content: unknown, filename = 'alunos.json') => ({
  bytes: Buffer.isBuffer(content)
    ? content
    : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
  filename,
})

async function classOf() {
  const w = await world()
  const cohort = await w.northside.make.cohort({ title: 'Turma de pães' })
  const start = (content: unknown, { gateway = cohort.id, as = w.northside.admin } = {}) =>
    w.call(imports.start, {
      as,
      query: { total: 1, filename: 'alunos.csv', school_gateway_id: gateway },
      file: fileOf(content),
    })
  const run = (id: string) => processImport(w.northside, id, w.tools, neverStops)
  const read = (id: string) => w.call(imports.get, { as: w.northside.admin, params: { id } })
  return { w, cohort, start, run, read }
}

async function openEvents(as: Person, id: string) {
  const { app } = await world()
  return app.inject({
    url: `/api${fillPath(imports.events.path, { schoolId: as.schoolId, id })}`,
    headers: { authorization: `Bearer ${as.token}` },
    payloadAsStream: true,
  })
}

describe('starting an import', () => {
  it('keeps the file and leaves the work to the worker', async () => {
    const { w, cohort, start } = await classOf()
    const { status, body } = await start(rowsOf('ana@example.com', 'not an address'))
    expect(status).toBe(202)
    expect(body.import).toMatchObject({
      school_gateway_id: cohort.id,
      filename: 'alunos.csv',
      total_students: 2,
      status: 'pending',
      processed: 0,
    })
    expect(await w.northside.pendingJobs()).toContainEqual(['imports.process', { importId: body.import.id }])
  })

  it('says that a file has no e-mail', async () => {
    const { start } = await classOf()
    for (const rows of [[], rowsOf('', 'nobody')]) {
      const { status, error } = await start(rows)
      expect(status).toBe(400)
      expect(error).toMatchObject({
        code: 'import_no_email',
        fields: { file: messages.importNoEmail('alunos.csv') },
      })
    }
  })

  it('takes ten thousand rows and not one more', async () => {
    const { start } = await classOf()
    const rows = rowsOf(...Array.from({ length: 10_001 }, (_, index) => `p${index}@example.com`))
    expect((await start(rows)).error).toMatchObject({ code: 'import_too_many' })
    expect((await start(rows.slice(0, 10_000))).body.import.total_students).toBe(10_000)
  })

  it.each([
    ['a spreadsheet', Buffer.from('504b0304140000000800', 'hex')],
    ['CSV', 'nome;email\nAna;ana@example.com'],
    ['an object', { rows: [] }],
    ['rows that are no rows', [{ line: 1, email: 7 }]],
    ['a list that does not end', '[{"line":1,"name":"a","email":"ana@example.com"}'],
    ['something after the list', '[] []'],
    ['a missing comma', '[{"line":1,"name":"a","email":"a@b.co"}{"line":2,"name":"a","email":"b@b.co"}]'],
    ['a line that no file has', [{ line: 2 ** 40, name: 'a', email: 'a@b.co' }]],
    [
      'bytes that are no text',
      Buffer.concat([Buffer.from('[{"line":1,"name":"'), Buffer.from([0xff]), Buffer.from('"}]')]),
    ],
    ['nothing', ''],
  ])('refuses %s', async (_, content) => {
    const { start } = await classOf()
    const { status, error } = await start(content)
    expect([status, error.code]).toEqual([400, 'invalid_file'])
  })

  it.each([
    ['the same line twice', [5, 5]],
    ['lines that go back', [5, 6, 4]],
  ])('refuses %s, which would hide a refused row, and starts nothing', async (_, lines) => {
    const { w, cohort, start } = await classOf()
    const rows = lines.map((line) => ({ line, name: 'Ana Souza', email: `linha${line}@example.com`, cellphone: '' }))
    const { status, error } = await start(rows)
    expect([status, error.fields]).toEqual([400, { file: 'Cada linha deve ter um número maior que o da anterior' }])
    const started = await w.call(imports.list, { as: w.northside.admin, query: { school_gateway_id: cohort.id } })
    expect(started.body.imports).toEqual([])
  })

  it('refuses more than 20 MB', async () => {
    const { start } = await classOf()
    const wide = Buffer.from(`[${' '.repeat(21 * 1024 * 1024)}]`)
    const { status, error } = await start(wide)
    expect([status, error.code]).toEqual([413, 'file_too_large'])
  })

  it('leaves no file behind when it refuses', async () => {
    const { w, start } = await classOf()
    const stored = async () => (await readdir(path.join(w.folder, w.northside.id, 'imports'))).sort()
    await start(rowsOf('kept@example.com'))
    const before = await stored()
    expect(before).not.toEqual([])
    for (const content of [rowsOf('nobody'), '[{"line":1}', 'no list']) expect((await start(content)).status).toBe(400)
    expect(await stored()).toEqual(before)
  })

  it('keeps the file when only the answer to its COMMIT was lost, and runs', async () => {
    const { w, cohort, run, read } = await classOf()
    const lost = new Error('Connection terminated unexpectedly')
    const losing: School = {
      ...w.northside,
      tx: async (work) => {
        await w.northside.tx(work)
        throw lost
      },
    }
    const { bytes, filename } = fileOf(rowsOf('lost.answer@example.com'))
    const file = { filename, stream: Readable.from([bytes]), bytes: async () => bytes }
    const started = startImport(
      makeAttended(losing, w.northside.admin),
      { filename, cohortId: cohort.id, renews: false, file },
      w.tools,
    )
    await expect(started).rejects.toBe(lost)
    const kept = await w.call(imports.list, { as: w.northside.admin, query: { school_gateway_id: cohort.id } })
    const { id } = kept.body.imports[0]!
    await run(id)
    expect((await read(id)).body.import).toMatchObject({ status: 'done', enrolled: 1 })
  })

  it('reads a large file to its end before it refuses, so that no browser sees a broken connection', async () => {
    const { w, cohort } = await classOf()
    await w.app.listen({ port: 0 })
    /** Sends a file and answers the server's answer, and how much of the file it had not taken by then. */
    const send = async (gateway: string, begin: string, megabytes = 15) => {
      const { payload, headers } = multipart({}, fileOf(`${begin}${' '.repeat(megabytes * 1024 * 1024)}`), {
        authorization: `Bearer ${w.northside.admin.token}`,
      })
      const path = imports.start.path.replace(':schoolId', w.northside.id)
      const sending = request({
        port: (w.app.server.address() as AddressInfo).port,
        path: `/api${path}?filename=a.csv&school_gateway_id=${gateway}`,
        method: 'POST',
        headers: { ...headers, 'content-length': payload.length },
      }).end(payload)
      const [answer] = (await once(sending, 'response')) as [IncomingMessage]
      const untaken = sending.socket!.writableLength
      const { code } = (await json(answer)) as { code: string }
      sending.destroy()
      return [code, untaken]
    }
    const tooMany = rowsOf(...Array.from({ length: 10_001 }, (_, index) => `p${index}@example.com`))
    expect(await send('999999999', JSON.stringify(rowsOf('ana@example.com')))).toEqual(['not_found', 0])
    expect(await send(cohort.id, JSON.stringify(tooMany).slice(0, -1))).toEqual(['import_too_many', 0])
    expect(await send(cohort.id, 'no list')).toEqual(['invalid_file', 0])
    expect(await send(cohort.id, '[', 30)).toEqual(['file_too_large', 0])
  })

  it('knows only the classes of its own school', async () => {
    const { w, start } = await classOf()
    const foreign = await w.riverside.make.cohort()
    expect((await start(rowsOf('ana@example.com'), { gateway: foreign.id })).status).toBe(404)
    expect((await start(rowsOf('ana@example.com'), { as: w.northside.student })).status).toBe(403)
  })
})

describe('an import', () => {
  it('enrolls every good row once and keeps each refused one with its reason', async () => {
    const { w, cohort, start, run, read } = await classOf()
    const rows = [
      ...rowsOf('maria@example.com', ' JOAO@Example.com ', 'broken', '', 'maria@example.com'),
      { line: 7, name: '', email: 'ze.dias@example.com', cellphone: '(11) 91234-5678' },
      { line: 8, name: 'Rui Dias', email: 'rui@example.com', cellphone: '1'.repeat(30) },
      { line: 9, name: 'Ana', email: 'ana123@example.com', cellphone: '' },
    ]
    const { body } = await start(rows)
    await run(body.import.id)
    const done = await read(body.import.id)
    expect(done.body.import).toMatchObject({
      status: 'done',
      processed: 8,
      created: 4,
      enrolled: 4,
      unchanged: 0,
      refused: 4,
    })
    expect(done.body.refusals.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'invalid_email'],
      [5, 'no_email'],
      [6, 'duplicate'],
      [9, 'short_name'],
    ])
    const members = await w.northside.tx((db) =>
      db
        .selectFrom('enrollments as e')
        .innerJoin('memberships as m', 'm.user_id', 'e.user_id')
        .where('e.cohort_id', '=', cohort.id)
        .select(['m.name', 'm.email', 'm.origin', 'm.cellphone'])
        .orderBy('m.email')
        .execute(),
    )
    expect(members).toEqual([
      { name: 'Pessoa 1', email: 'joao@example.com', origin: 'importer', cellphone: '' },
      { name: 'Pessoa 0', email: 'maria@example.com', origin: 'importer', cellphone: '' },
      { name: 'Rui Dias', email: 'rui@example.com', origin: 'importer', cellphone: '' },
      { name: 'Ze Dias', email: 'ze.dias@example.com', origin: 'importer', cellphone: '11912345678' },
    ])
  })

  it('runs to its end when the school becomes private after it began', async () => {
    const { w, cohort, start, run, read } = await classOf()
    const { body } = await start(rowsOf('entre.tempos@example.com'))
    await w.northside.tx((db) =>
      db.updateTable('cohorts').set({ is_public: true, is_hidden: true }).where('id', '=', cohort.id).execute(),
    )
    await run(body.import.id)
    expect((await read(body.import.id)).body.import).toMatchObject({ status: 'done', enrolled: 1 })
    await w.northside.tx((db) =>
      db.updateTable('cohorts').set({ is_public: false, is_hidden: false }).where('id', '=', cohort.id).execute(),
    )
  })

  it('changes nothing and writes no second mail when the same file comes again', async () => {
    const { w, start, run, read } = await classOf()
    const rows = rowsOf(...Array.from({ length: 30 }, (_, index) => `again${index}@example.com`))
    const first = await start(rows)
    await run(first.body.import.id)
    const count = () => w.northside.tx((db) => db.selectFrom('messages').select('id').execute())
    const mails = (await count()).length
    const second = await start(rows)
    await run(second.body.import.id)
    expect((await read(second.body.import.id)).body.import).toMatchObject({ created: 0, enrolled: 0, unchanged: 30 })
    expect((await count()).length).toBe(mails)
  })

  it('writes to one person about five classes in an hour, however many import them', async () => {
    const { w, run, start, read } = await classOf()
    const { student } = w.riverside
    for (let at = 0; at < 6; at++) {
      const gateway = (await w.northside.make.cohort()).id
      const { body } = await start(rowsOf(student.email), { gateway })
      await run(body.import.id)
      expect((await read(body.import.id)).body.import).toMatchObject({ status: 'done', enrolled: 1 })
    }
    const mails = await w.northside.tx((db) =>
      db.selectFrom('messages').select('id').where('user_id', '=', student.userId).execute(),
    )
    expect(mails).toHaveLength(5)
  })

  it('completes a missing cellphone, and overwrites nothing that the school knows of a person', async () => {
    const { w, start, run } = await classOf()
    const { student } = w.northside
    for (const cellphone of ['11999998888', '11777776666']) {
      const { body } = await start([{ line: 2, name: 'Outro Nome', email: student.email, cellphone }])
      await run(body.import.id)
    }
    const member = await w.northside.tx((db) =>
      db.selectFrom('memberships').selectAll().where('user_id', '=', student.userId).executeTakeFirstOrThrow(),
    )
    expect(member).toMatchObject({ name: student.name, cellphone: '11999998888' })
  })

  it('enrolls a person who joins the school through another class meanwhile', async () => {
    const { w, start, run, read } = await classOf()
    const other = await w.northside.make.cohort({ title: 'Outra' })
    const { body } = await start(rowsOf('held@example.com', 'meanwhile@example.com'))
    const people = await w.tools.people.ensure(['held@example.com'])
    const waited = await openTransaction(
      w.databaseUrl,
      `insert into memberships (school_id, user_id, name, email) values ($1, $2, 'Ainda não', 'held@example.com')`,
      [w.northside.id, people.get('held@example.com')!.userId],
    )
    const running = run(body.import.id)
    await untilWaiting(w.databaseUrl)
    await w.call(cohorts.addStudent, {
      as: w.northside.admin,
      params: other,
      body: { name: 'Chegou Antes', email: 'meanwhile@example.com' },
    })
    await waited.rollback()
    await running
    expect((await read(body.import.id)).body.import).toMatchObject({ created: 1, enrolled: 2, unchanged: 0 })
  })

  it('lets its class be deleted while it runs, and ends with it', async () => {
    const { w, cohort, start, run, read } = await classOf()
    const { body } = await start(rowsOf('gone.class@example.com'))
    const held = 'select from imports where school_id = $1 and id = $2 for update'
    const waited = await openTransaction(w.databaseUrl, held, [w.northside.id, body.import.id])
    const running = run(body.import.id)
    await untilWaiting(w.databaseUrl)
    const removed = w.call(cohorts.remove, { as: w.northside.admin, params: cohort })
    await untilWaiting(w.databaseUrl, 2)
    await waited.commit()
    await running
    expect((await removed).status).toBe(200)
    expect((await read(body.import.id)).status).toBe(404)
    await run(body.import.id)
  })

  it('does nothing when it runs a second time', async () => {
    const { start, run, read } = await classOf()
    const { body } = await start(rowsOf('twice@example.com', 'bad'))
    await Promise.all([run(body.import.id), run(body.import.id)])
    await run(body.import.id)
    expect((await read(body.import.id)).body.import).toMatchObject({
      processed: 2,
      created: 1,
      enrolled: 1,
      refused: 1,
    })
  })

  it('says that it failed when its file is gone', async () => {
    const { w, start, run, read } = await classOf()
    const { body } = await start(rowsOf('gone@example.com'))
    const { storage_key } = await w.northside.tx((db) =>
      db
        .selectFrom('imports as i')
        .innerJoin('files as f', 'f.id', 'i.file_id')
        .select('f.storage_key')
        .where('i.id', '=', body.import.id)
        .executeTakeFirstOrThrow(),
    )
    await w.tools.files.delete(storage_key)
    await run(body.import.id)
    expect((await read(body.import.id)).body.import).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('novamente'),
    })
  })

  it('is unknown to another school', async () => {
    const { w, cohort, start } = await classOf()
    const { body } = await start(rowsOf('ours@example.com'))
    const as = w.riverside.admin
    for (const route of [imports.get, imports.events, imports.refusalsFile]) {
      expect((await w.call(route, { as, params: { id: body.import.id } })).status).toBe(404)
    }
    expect((await w.call(imports.list, { as, query: { school_gateway_id: cohort.id } })).status).toBe(404)
  })
})

describe('watching', () => {
  it('lists the imports of a class, newest first', async () => {
    const { w, cohort, start } = await classOf()
    const first = await start(rowsOf('one@example.com'))
    const second = await start(rowsOf('two@example.com'))
    const { body } = await w.call(imports.list, {
      as: w.northside.admin,
      query: { school_gateway_id: cohort.id },
    })
    expect(body.imports.map((each) => each.id)).toEqual([second.body.import.id, first.body.import.id])
  })

  it('sends events until the import has ended', async () => {
    const { w, start, run } = await classOf()
    const { body } = await start(rowsOf('live@example.com'))
    const sent = (await openEvents(w.northside.admin, body.import.id)).stream().iterator()
    let text = String((await sent.next()).value)
    await run(body.import.id)
    for await (const chunk of sent) text += chunk
    const states = [...text.matchAll(/event: import\ndata: (.+)\n/g)].map((match) => JSON.parse(match[1]!).status)
    // A read may fall into the run itself.
    expect(states.filter((state) => state !== 'running')).toEqual(['pending', 'done'])
  })

  it('asks the database no more often for forty watching administrators than for one', async () => {
    const { w, start, run } = await classOf()
    const { body } = await start(rowsOf('watched@example.com'))
    let reads = 0
    const counting: School = {
      ...w.northside,
      read: (statement, values) => {
        reads++
        return w.northside.read(statement, values)
      },
    }
    const progress = new ImportProgress()
    const allWatch = Promise.withResolvers<void>()
    let watching = 0
    const watch = async () => {
      const events = await watchImport(counting, body.import.id, { ...w.tools, progress })
      const states: unknown[] = []
      for await (const { data } of events.items(neverStops)) {
        states.push((data as { status: string }).status)
        if (states.length === 1 && ++watching === 40) allWatch.resolve()
      }
      return states
    }
    const begun = performance.now()
    const watched = Promise.all(Array.from({ length: 40 }, watch))
    await allWatch.promise
    await run(body.import.id)
    const states = await watched
    expect(reads).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / pollMs) + 1)
    expect(states).toEqual(Array(40).fill(['pending', 'done']))
  })

  it('says nothing more to an administrator who has signed out meanwhile', async () => {
    const { w, start, run } = await classOf()
    const leaver = await w.northside.make.admin('Saiu Cedo')
    const { body } = await start(rowsOf('quiet@example.com'))
    const watching = await openEvents(leaver, body.import.id)
    const { headers } = watching
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect([headers['x-content-type-options'], headers['x-request-id']]).toEqual(['nosniff', expect.any(String)])
    const sent = watching.stream().iterator()
    expect(String((await sent.next()).value)).toContain('"status":"pending"')
    await w.call(sessions.signOut, { as: leaver })
    await run(body.import.id)
    expect(await sent.next()).toEqual({ done: true, value: undefined })
  })

  it('gives the refused rows as a file that no spreadsheet runs as formulas', async () => {
    const { w, start, run } = await classOf()
    const { body } = await start([
      { line: 2, name: '=cmd|"/c calc"!A1', email: 'nope', cellphone: '+55 11 9' },
      { line: 3, name: 'João; Maria', email: '', cellphone: '' },
      { line: 4, name: 'Rosa Lima', email: 'fine@example.com', cellphone: '' },
    ])
    await run(body.import.id)
    const file = await w.call(imports.refusalsFile, { as: w.northside.admin, params: { id: body.import.id } })
    expect(file.headers['content-type']).toContain('text/csv')
    expect(file.bytes.toString('utf8')).toBe(
      '\uFEFFLinha;Nome;E-mail;Telefone;Motivo\r\n' +
        '2;"\'=cmd|""/c calc""!A1";nope;\'+55 11 9;E-mail inválido\r\n' +
        '3;"João; Maria";;;Sem e-mail\r\n',
    )
  })
})
