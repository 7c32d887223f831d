import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { dayMs } from '@escola/contract/durations'
import { schools } from '@escola/contract/schools.contract'
import { noStudentFilter, type StudentFilter, students } from '@escola/contract/students.contract'
import type { SchoolDb } from '@escola/db'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { hidePublicCohort } from '../../cohorts/cohorts.service.ts'
import { exportStudents } from '../student-export.service.ts'
import { readFilteredPage } from './filters.service.ts'

let w: World
let school: World['northside']
let cohort: { id: string }
beforeAll(async () => {
  w = await world()
  school = await w.makeSchool('Filtros')
  cohort = await school.make.cohort({ title: 'Turma A' })
  const other = await school.make.cohort({ title: 'Turma B' })
  const inDays = (days: number) => new Date(Date.now() + days * dayMs)
  const make = async (
    name: string,
    values: { origin?: string; utc_entered_on?: Date; cellphone?: string },
    enrolled: [{ id: string }, Date?][],
  ) => {
    const person = await school.make.student(name)
    for (const [at] of enrolled) await school.make.enrollment(at, person)
    await school.tx(async (db) => {
      await db
        .updateTable('memberships')
        .set({ origin: 'manual', ...values })
        .where('user_id', '=', person.userId)
        .execute()
      for (const [{ id }, utc_ends_on] of enrolled)
        if (utc_ends_on) await setTerm(db, { cohortId: id, userId: person.userId, utc_ends_on })
    })
  }
  await school.tx((db) =>
    db.updateTable('memberships').set({ is_student: false }).where('is_admin', '=', false).execute(),
  )
  await school.tx((db) =>
    db.updateTable('person_schools').set({ is_student: false }).where('is_admin', '=', false).execute(),
  )
  await w.database.withPlatform((db) =>
    db.updateTable('schools').set({ total_students: 0 }).where('id', '=', school.id).execute(),
  )
  const entered = { utc_entered_on: new Date() }
  await make('Ana Souza', { ...entered, origin: 'hotmart' }, [[cohort, inDays(10)]])
  await make('Bia Souza', entered, [[cohort, inDays(40)], [other]])
  await make('Caio Lima', { origin: 'importer', cellphone: '56912345678' }, [[other]])
  await make('Davi Lima', { cellphone: '+56912345678' }, [[cohort, inDays(-1)]])
  await make('Eva Souza', { ...entered, origin: 'importer', cellphone: '123' }, [])
})

async function setTerm(
  db: SchoolDb,
  { cohortId, userId, utc_ends_on }: { cohortId: string; userId: string; utc_ends_on: Date },
) {
  const ends = { utc_ends_on, utc_term_ends_on: utc_ends_on }
  await db
    .updateTable('enrollment_grants')
    .set(ends)
    .where('user_id', '=', userId)
    .where('cohort_id', '=', cohortId)
    .execute()
  await db
    .updateTable('enrollments')
    .set({ utc_ends_on })
    .where('user_id', '=', userId)
    .where('cohort_id', '=', cohortId)
    .execute()
}

const list = (query: Partial<StudentFilter & { search: string; page: number; sort: 'name' | '-name' }>) =>
  w.call(students.list, { as: school.admin, query: { sort: 'name', ...query } })
const firstNames = (body: Awaited<ReturnType<typeof list>>['body']) =>
  body.students.list.map(({ name }) => name.split(' ')[0])

it.each([
  [{}, ['Ana', 'Bia', 'Caio', 'Davi', 'Eva']],
  [{ origin: 'importer' }, ['Caio', 'Eva']],
  [{ access: 'with' }, ['Ana', 'Bia', 'Caio']],
  [{ access: 'without' }, ['Davi', 'Eva']],
  [{ access: 'soon' }, ['Ana']],
  [{ entered: 'never' }, ['Caio', 'Davi']],
  [{ entered: 'never', access: 'with' }, ['Caio']],
  [{ origin: 'importer', search: 'souza' }, ['Eva']],
  [{ access: 'with', search: 'so' }, ['Ana', 'Bia']],
  [{ access: 'with', sort: '-name' }, ['Caio', 'Bia', 'Ana']],
  [{ access: 'without', search: 'caio' }, []],
  [{ phone: 'unknown' }, ['Caio', 'Eva']],
  [{ phone: 'unknown', access: 'with' }, ['Caio']],
] as const)('filters by %o', async (query, names) => {
  const { body } = await list(query)
  expect(firstNames(body)).toEqual(names)
  expect(body.students).toMatchObject({ total: names.length, enrolled: 5, more: false, hasAny: true })
})

it('finds the same page however little of the list it reads first', async () => {
  const asked = { search: '', rowsPerPage: 2, filter: { ...noStudentFilter, access: 'with' as const } }
  const read = (sort: 'name' | '-name' | 'since', page: number, beginning: number) =>
    school.tx((db) => readFilteredPage(db, { ...asked, sort, page }, new Date(), beginning))
  const pages: string[] = []
  for (const sort of ['name', '-name', 'since'] as const)
    for (const page of [1, 2]) {
      const { ids } = await read(sort, page, 100)
      for (const beginning of [1, 2, 3]) expect((await read(sort, page, beginning)).ids).toEqual(ids)
      pages.push(`${sort} ${ids.length}`)
    }
  expect(pages).toEqual(['name 2', 'name 1', '-name 2', '-name 1', 'since 2', 'since 1'])
})

it('filters by a class, and knows none of another school', async () => {
  expect(firstNames((await list({ school_gateway_id: cohort.id })).body)).toEqual(['Ana', 'Bia'])
  expect(firstNames((await list({ school_gateway_id: cohort.id, access: 'soon' })).body)).toEqual(['Ana'])
  const theirs = await w.northside.make.cohort()
  expect((await list({ school_gateway_id: theirs.id })).status).toBe(404)
})

it('counts the public class of a private school as none', async () => {
  const hidden = await w.makeSchool('Escondida')
  const [open, own] = [await hidden.make.cohort({ isPublic: true }), await hidden.make.cohort({ title: 'Própria' })]
  const [ana, bia] = [await hidden.make.student('Ana Souza'), await hidden.make.student('Bia Souza')]
  for (const student of [ana, bia]) await hidden.make.enrollment(open, student)
  await hidden.make.enrollment(own, bia)
  await hidden.tx((db) =>
    setTerm(db, { cohortId: open.id, userId: ana.userId, utc_ends_on: new Date(Date.now() + dayMs) }),
  )
  const find = async (access: StudentFilter['access']) =>
    (await w.call(students.list, { as: hidden.admin, query: { access, search: 'souza', sort: 'name' } })).body.students
      .list
  const namesOf = async (access: StudentFilter['access']) => (await find(access)).map(({ name }) => name)
  expect(await namesOf('with')).toEqual(['Ana Souza', 'Bia Souza'])
  expect(await namesOf('soon')).toEqual(['Ana Souza'])
  await hidden.tx((db) => hidePublicCohort(db, true))
  expect([await namesOf('with'), await namesOf('without'), await namesOf('soon')]).toEqual([
    ['Bia Souza'],
    ['Ana Souza'],
    [],
  ])
  expect((await find('')).map(({ school_gateways }) => school_gateways)).toEqual([[], ['Própria']])
  const { body } = await w.call(students.get, { as: hidden.admin, params: { link: bia.userId } })
  expect(body.school_gateways.map(({ title }) => title)).toEqual(['Própria'])
})

it('tells how many students the school has, also while it searches', async () => {
  for (const search of ['', 'souza', 'nenhuma']) expect((await list({ search })).body.students.enrolled).toBe(5)
})

it('refuses a filter that it does not know', async () => {
  const { error } = await list({ access: 'talvez' as 'with' })
  expect([error.code, Object.keys(error.fields!)]).toEqual(['invalid_request', ['access']])
})

it('a student who opens the school has been there from then on, and their latest hour there is recorded', async () => {
  const gil = await school.make.student('Gil Novo')
  const never = async () => firstNames((await list({ entered: 'never', search: 'gil' })).body)
  expect(await never()).toEqual(['Gil'])
  const { namespace } = await school.tx((db) => db.selectFrom('schools').select('namespace').executeTakeFirstOrThrow())
  const open = () => w.call(schools.context, { as: gil, query: { domain: 'localhost', pathname: `/${namespace}` } })
  expect((await open()).status).toBe(200)
  expect(await never()).toEqual([])
  const read = () =>
    school.tx((db) =>
      db
        .selectFrom('memberships')
        .select(['utc_entered_on', 'utc_seen_on'])
        .where('user_id', '=', gil.userId)
        .executeTakeFirstOrThrow(),
    )
  const first = await read()
  expect(first.utc_seen_on).toEqual(first.utc_entered_on)
  await open()
  expect(await read()).toEqual(first)
  const earlier = new Date(Date.now() - 3_700_000)
  await school.tx((db) =>
    db.updateTable('memberships').set({ utc_seen_on: earlier }).where('user_id', '=', gil.userId).execute(),
  )
  await open()
  const later = await read()
  expect(later.utc_entered_on).toEqual(first.utc_entered_on)
  expect(later.utc_seen_on!.getTime()).toBeGreaterThan(first.utc_seen_on!.getTime())
})

it('writes the end of an access that is more than the public class', async () => {
  const other = await w.makeSchool('Com Prazo')
  const [open, own] = [await other.make.cohort({ isPublic: true }), await other.make.cohort({ title: 'Própria' })]
  const [ana, bia] = [await other.make.student('Ana Limite'), await other.make.student('Bia Limite')]
  for (const student of [ana, bia]) await other.make.enrollment(open, student)
  await other.make.enrollment(own, bia)
  const until = new Date('2099-12-31T12:00:00.000Z')
  await other.tx((db) =>
    db.updateTable('enrollments').set({ utc_ends_on: until }).where('cohort_id', '=', own.id).execute(),
  )
  const ends = async () => {
    const file = await w.call(students.exportFile, { as: other.admin, query: { search: 'limite' } })
    return file.bytes
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(';').at(-3))
  }
  expect(await ends()).toEqual(['para sempre', '31/12/2099'])
  await other.tx((db) => hidePublicCohort(db, true))
  expect(await ends()).toEqual(['sem acesso', '31/12/2099'])
})

it('writes a file of those who are found, for an administrator who has proven who they are', async () => {
  const zoe = await school.make.student('Zoe Souza')
  const values = {
    name: '=HYPERLINK("x")',
    cellphone: '11912345678',
    origin: 'hotmart',
    utc_created_on: new Date('2026-03-01T12:00:00Z'),
  }
  await school.tx((db) => db.updateTable('memberships').set(values).where('user_id', '=', zoe.userId).execute())
  for (const title of ['Noite', 'Manhã']) await school.make.enrollment(await school.make.cohort({ title }), zoe)
  const until = '2099-12-31T12:00:00.000Z'
  await school.tx((db) =>
    db
      .updateTable('enrollments')
      .set({ utc_ends_on: new Date(until) })
      .where('user_id', '=', zoe.userId)
      .execute(),
  )
  const file = await w.call(students.exportFile, {
    as: school.admin,
    query: { origin: 'hotmart', search: zoe.email.slice(0, 20) },
  })
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.bytes.toString('utf8')).toBe(
    `\uFEFFNome;E-mail;Telefone;Turmas;Origem;Membro desde;Acesso até;Último acesso;Progresso\r\n"'=HYPERLINK(""x"")";${zoe.email};(11) 91234-5678;Manhã, Noite;Hotmart;01/03/2026;31/12/2099;nunca;\r\n`,
  )
  const ofClass = await w.call(students.exportFile, { as: school.admin, query: { school_gateway_id: cohort.id } })
  const [headings, ...rows] = ofClass.bytes.toString('utf8').trim().split('\r\n')
  expect(headings).toMatch(/;Último acesso;Progresso$/)
  expect(rows.map((row) => row.split(';').at(-1))).toEqual(rows.map(() => '0%'))
  const all = await w.call(students.exportFile, { as: school.admin })
  const { enrolled } = (await list({})).body.students
  expect(all.bytes.toString('utf8').trim().split('\r\n')).toHaveLength(enrolled + 1)
  const parts = await exportStudents(
    { ...school, actor: { userId: '1', strong: true, provenOn: new Date() } } as never,
    { search: '', ...noStudentFilter },
    { ...w.tools, securityLog: { record: () => undefined } as never },
    2,
  )
  expect((await text(parts.body as Readable)).trim().split('\r\n')).toHaveLength(enrolled + 1)

  const unproven = await school.make.admin()
  await w.database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', unproven.sessionId).execute(),
  )
  expect((await w.call(students.exportFile, { as: unproven })).error.code).toBe('proof_needed')
})
