import { cohorts } from '@escola/contract/cohorts.contract'
import { type ImportRow, imports } from '@escola/contract/imports.contract'
import { merges } from '@escola/contract/merges.contract'
import { messages } from '@escola/contract/messages'
import { otherEmails } from '@escola/contract/other-emails.contract'
import { refusals } from '@escola/contract/refusals'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { processImport } from './import-processing.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const rowsOf = (...emails: string[]): ImportRow[] =>
  emails.map((email, index) => ({ line: index + 2, name: `Pessoa ${index}`, email, cellphone: '' }))
const check = (cohort: { id: string }, rows: ImportRow[], as = w.northside.admin) =>
  w.call(imports.check, { as, body: { school_gateway_id: cohort.id, rows } })
const importAll = async (cohort: { id: string }, rows: ImportRow[]) => {
  const as = w.northside.admin
  const started = await w.call(imports.start, {
    as,
    query: { total: rows.length, filename: 'alunos.csv', school_gateway_id: cohort.id },
    file: { bytes: Buffer.from(JSON.stringify(rows)), filename: 'alunos.json' },
  })
  const { id } = started.body.import
  await processImport(w.northside, id, w.tools, neverStops)
  return (await w.call(imports.get, { as, params: { id } })).body
}
const written = () =>
  w.northside.tx(async (db) => {
    const count = async (table: 'messages' | 'memberships' | 'enrollments' | 'enrollment_grants' | 'imports') =>
      Number((await db.selectFrom(table).select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
    return {
      mails: await count('messages'),
      members: await count('memberships'),
      enrolled: await count('enrollments'),
      grants: await count('enrollment_grants'),
      imports: await count('imports'),
    }
  })

describe('the dry run of an import', () => {
  it('says of each row what the import then does, and does nothing', async () => {
    const { northside, riverside } = w
    const as = northside.admin
    const cohort = await northside.make.cohort()
    const [enrolled, joining, returning] = [
      await northside.make.student(),
      await northside.make.student(),
      await northside.make.student(),
    ]
    for (const { name, email } of [enrolled, returning])
      await w.call(cohorts.addStudent, { as, params: cohort, body: { name, email } })
    await w.call(students.removeFromCohort, { as, params: { userId: returning.userId, classId: cohort.id } })
    const foreign = await riverside.make.student()
    const emails = [
      enrolled.email.toUpperCase(),
      joining.email,
      returning.email,
      foreign.email,
      'check.new@example.com',
    ]
    const rows = rowsOf(...emails, enrolled.email, 'broken', '')
    const before = await written()
    const { status, body } = await check(cohort, rows)
    expect(status).toBe(200)
    expect(body.rows).toEqual([
      { line: 2, verdict: 'here' },
      { line: 3, verdict: 'known' },
      { line: 4, verdict: 'known' },
      { line: 5, verdict: 'new' },
      { line: 6, verdict: 'new' },
      { line: 7, verdict: 'refused', reason: 'duplicate' },
      { line: 8, verdict: 'refused', reason: 'invalid_email' },
      { line: 9, verdict: 'refused', reason: 'no_email' },
    ])
    expect(body.mails).toBe(3)
    expect(await written()).toEqual(before)

    const done = await importAll(cohort, rows)
    expect(done.import).toMatchObject({ created: 2, enrolled: 4, unchanged: 1, refused: 3 })
    expect((await written()).mails - before.mails).toBe(body.mails)
  })

  it('says who finds no seat, or a class that is closed, and counts no mail for them', async () => {
    const { northside } = w
    const as = northside.admin
    const cohort = await northside.make.cohort()
    const [here, known] = [await northside.make.student(), await northside.make.student()]
    await w.call(otherEmails.add, { as, params: { userId: known.userId }, body: { email: `outra.${known.email}` } })
    await w.call(cohorts.addStudent, { as, params: cohort, body: { name: here.name, email: here.email } })
    const set = (body: object) => w.call(cohorts.update, { as, params: cohort, body })
    await set({ seats: 3 })
    const rows = rowsOf(
      'vaga.1@example.com',
      here.email,
      `outra.${known.email}`,
      known.email,
      'vaga.2@example.com',
      'vaga',
    )
    const { body } = await check(cohort, rows)
    expect(body.rows.map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      ...['new', 'here', 'known', 'known'],
      ...['cohort_full', 'invalid_email'],
    ])
    expect(body.mails).toBe(2)
    await set({ seats: 2 })
    const fuller = (await check(cohort, rows)).body
    expect(fuller.rows.map(({ verdict, reason }) => reason ?? verdict)).toEqual([
      ...['new', 'here', 'cohort_full', 'cohort_full'],
      ...['cohort_full', 'invalid_email'],
    ])
    expect(fuller.mails).toBe(1)
    const done = await importAll(cohort, rows)
    expect(done.import).toMatchObject({ enrolled: 1, unchanged: 1, refused: 4 })
    const said = new Map(fuller.rows.map(({ line, reason }) => [line, reason]))
    for (const { line, reason } of done.refusals) expect(reason).toBe(said.get(line))
    await set({ seats: null, enrolls_until: '2026-01-31' })
    const closed = (await check(cohort, rows)).body
    expect([closed.mails, closed.rows.filter(({ reason }) => reason === 'enrollment_closed').length]).toEqual([0, 3])
  })

  it('offers the address that was probably meant, and changes none', async () => {
    const cohort = await w.northside.make.cohort()
    const { body } = await check(
      cohort,
      rowsOf('ana@gmial.com', ' Rui@HOTMAIL.com.b ', 'lia@gmail.com', 'eva@gmial,com'),
    )
    expect(body.rows).toEqual([
      { line: 2, verdict: 'new', suggestion: 'ana@gmail.com' },
      { line: 3, verdict: 'new', suggestion: 'rui@hotmail.com.br' },
      { line: 4, verdict: 'new' },
      { line: 5, verdict: 'refused', reason: 'invalid_email' },
    ])
  })

  it('asks about a blank inside an address, and proposes one where a single reading makes an address', async () => {
    const cohort = await w.northside.make.cohort()
    const emails = ['ana @exemplo.com', 'maria silva@exemplo.com', 'Ana Maria Lima ana@gmail.con', 'não tem']
    const { rows } = (await check(cohort, rowsOf(...emails))).body
    expect(rows.map(({ verdict, reason, suggestion }) => [verdict, reason, suggestion])).toEqual([
      ['refused', 'blank_in_email', 'ana@exemplo.com'],
      ['refused', 'blank_in_email', undefined],
      ['refused', 'blank_in_email', 'ana@gmail.com'],
      ['refused', 'invalid_email', undefined],
    ])
  })

  it('finds a student by a further e-mail, whether or not the file has their own, too', async () => {
    const { northside, call } = w
    const as = northside.admin
    const cohort = await northside.make.cohort()
    const [alone, both] = [await northside.make.student(), await northside.make.student()]
    for (const { userId, email } of [alone, both])
      await call(otherEmails.add, { as, params: { userId }, body: { email: `outra.${email}` } })
    await call(cohorts.addStudent, { as, params: cohort, body: { name: both.name, email: both.email } })
    const { body } = await check(cohort, rowsOf(`outra.${alone.email}`, `outra.${both.email}`, both.email))
    expect(body.rows.map(({ verdict }) => verdict)).toEqual(['known', 'here', 'here'])
    expect(body.mails).toBe(1)
  })

  it('follows the old e-mail of a student who was merged, who takes no place and gets no mail twice', async () => {
    const { northside, call } = w
    const as = northside.admin
    const cohort = await northside.make.cohort()
    const merge = async () => {
      const [student, old] = [await northside.make.student(), await northside.make.student()]
      const { link } = await northside.tx((db) =>
        db.selectFrom('memberships').where('user_id', '=', student.userId).select('link').executeTakeFirstOrThrow(),
      )
      const merged = await call(merges.start, { as, params: { link }, body: { email: old.email } })
      expect(merged.status).toBe(200)
      return { student, old }
    }
    const [here, joining] = [await merge(), await merge()]
    const { name, email } = here.student
    await call(cohorts.addStudent, { as, params: cohort, body: { name, email } })
    await call(cohorts.update, { as, params: cohort, body: { seats: 3 } })
    const rows = rowsOf(here.old.email, joining.old.email, joining.student.email, 'fusao@example.com')
    const { body } = await check(cohort, rows)
    expect(body.rows.map(({ verdict, reason }) => reason ?? verdict)).toEqual(['here', 'known', 'known', 'new'])
    const before = await written()
    expect((await importAll(cohort, rows)).import).toMatchObject({ enrolled: 2, unchanged: 2, refused: 0 })
    expect(body.mails).toBe((await written()).mails - before.mails)
  })

  it('takes as many rows as an import, whose lines rise', async () => {
    const cohort = await w.northside.make.cohort()
    const rows = rowsOf(...Array.from({ length: 10_001 }, (_, index) => `p${index}.${'x'.repeat(200)}@example.com`))
    const { body } = await check(cohort, rows.slice(0, 10_000))
    expect([body.rows.length, body.mails]).toEqual([10_000, 10_000])
    const tooMany = await check(cohort, rows)
    expect([tooMany.status, tooMany.error.fields]).toEqual([400, { rows: messages.importTooMany }])
    const back = await check(cohort, [rows[1]!, rows[0]!])
    expect([back.status, back.error.fields]).toEqual([400, { rows: refusals.linesNotRising }])
  })

  it('knows the classes of its own school, and administrators alone ask', async () => {
    const cohort = await w.northside.make.cohort()
    const rows = rowsOf('ana@example.com')
    expect((await check(await w.riverside.make.cohort(), rows)).status).toBe(404)
    expect((await check(cohort, rows, w.northside.student)).status).toBe(403)
  })
})
