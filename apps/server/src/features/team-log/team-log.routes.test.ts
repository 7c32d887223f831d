import { randomUUID } from 'node:crypto'
import { accessApi } from '@escola/contract/access-api.contract'
import { administrators } from '@escola/contract/administrators.contract'
import { labelledChanges } from '@escola/contract/change-labels'
import { dayMs, minuteMs } from '@escola/contract/durations'
import { pages } from '@escola/contract/pages.contract'
import { students } from '@escola/contract/students.contract'
import { teamLog, teamLogLimits, teamLogTexts } from '@escola/contract/team-log.contract'
import { beforeAll, expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { type World, world } from '../../testing/world.ts'
import { forgetOldChanges, openTeamLog } from './team-log.service.ts'
import { readersOf } from './values.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

async function makeClass() {
  const school = await w.makeSchool('Registrada')
  const student = await school.make.student('Ana Souza')
  const cohort = await school.make.cohort()
  await school.make.enrollment(cohort, student)
  const { link } = await school.tx((db) =>
    db.selectFrom('memberships').where('user_id', '=', student.userId).select('link').executeTakeFirstOrThrow(),
  )
  return {
    school,
    student,
    cohort,
    link,
    read: async (query: object = {}) => (await w.call(teamLog.list, { as: school.admin, query })).body.changes.list,
    correct: (name: string, as = school.admin) => w.call(students.correct, { as, params: { link }, body: { name } }),
  }
}

it('keeps who changed what, with what the change found and left', async () => {
  const { school, student, link, read, correct } = await makeClass()
  expect((await correct('Ana Lima')).status).toBe(200)
  const [line, ...others] = await read()
  expect(others).toEqual([])
  expect(line).toMatchObject({
    name: school.admin.name,
    change: 'students.correct',
    subject: { kind: 'student', id: student.userId, title: 'Ana Lima', link },
    times: 1,
    values: [{ field: 'Nome', before: 'Ana Souza', after: 'Ana Lima' }],
  })
})

it('names each person that a change brought to the school in a line of their own', async () => {
  const school = await w.makeSchool('Registro de Novatas')
  await school.tx((db) => db.updateTable('schools').set({ has_multiple_users: true }).execute())
  for (const name of ['Bia Novata', 'Caio Novato']) {
    const email = `${randomUUID()}@novata.example`
    await w.call(administrators.add, { as: school.admin, body: { name, email, roles: ['moderator'] } })
  }
  const { list } = (await w.call(teamLog.list, { as: school.admin })).body.changes
  expect(list.map(({ subject, times }) => [subject?.title, times])).toEqual([
    ['Caio Novato', 1],
    ['Bia Novata', 1],
  ])
})

it('has one line for a person, a change and its subject in half an hour, from the first value to the last', async () => {
  const { school, read, correct } = await makeClass()
  const other = await school.makeTeamMember({ roles: ['administrator'] })
  for (const name of ['Ana Lima', 'Ana Reis']) expect((await correct(name)).status).toBe(200)
  expect((await correct('Ana Melo', other)).status).toBe(200)
  const lines = await read()
  expect(lines.map(({ name, times, values }) => [name, times, values[0]])).toEqual([
    [other.name, 1, { field: 'Nome', before: 'Ana Reis', after: 'Ana Melo' }],
    [school.admin.name, 2, { field: 'Nome', before: 'Ana Souza', after: 'Ana Reis' }],
  ])
  expect((await read({ user_id: other.userId })).map(({ times }) => times)).toEqual([1])
})

it('keeps no line of a change that was refused, and counts it in none', async () => {
  const { read, correct, link, school } = await makeClass()
  const refused = await w.call(students.correct, {
    as: school.admin,
    params: { link: `${link}x` },
    body: { name: 'Ana Lima' },
  })
  expect(refused.status).toBe(404)
  expect(await read()).toEqual([])
  await correct('Ana Lima')
  const other = await school.make.student('Caio Reis')
  await w.call(students.addToCohort, { as: school.admin, params: { userId: other.userId, classId: '999999' } })
  expect((await read()).map(({ change, times }) => [change, times])).toEqual([['students.correct', 1]])
})

it('is written before the change is tried, and says so while the end is unknown', async () => {
  const { school, student, link } = await makeClass()
  const log = openTeamLog({ now: () => new Date() })
  const scope = makeAttended(school, school.admin, { roles: ['owner'] })
  const kept = await log.record(scope, students.correct, { params: { link }, body: { name: 'Ana Lima' } })
  const read = async () => (await w.call(teamLog.list, { as: school.admin, query: {} })).body.changes.list
  const nameOf = ({ values }: { values: { field: string }[] }) => values.find(({ field }) => field === 'Nome')
  expect((await read()).map(nameOf)).toEqual([{ field: 'Nome', before: 'Ana Souza', after: null }])
  await school.tx((db) =>
    db.updateTable('memberships').set({ name: 'Ana Lima' }).where('user_id', '=', student.userId).execute(),
  )
  await kept.finish()
  expect((await read()).map(({ values }) => values)).toEqual([
    [{ field: 'Nome', before: 'Ana Souza', after: 'Ana Lima' }],
  ])
})

it('keeps downloads and secrets that were shown, and finds changes by area', async () => {
  const { school, read, correct } = await makeClass()
  await correct('Ana Lima')
  expect((await w.call(students.exportFile, { as: school.admin, query: {} })).status).toBe(200)
  await school.tx((db) => db.updateTable('schools').set({ has_api: true }).execute())
  expect((await w.call(accessApi.generateKey, { as: school.admin })).status).toBe(200)
  expect((await w.call(accessApi.showSecret, { as: school.admin })).status).toBe(200)
  const changes = async (query: object) => (await read(query)).map(({ change }) => change)
  expect(await changes({})).toEqual([
    'accessApi.showSecret',
    'accessApi.generateKey',
    'students.exportFile',
    'students.correct',
  ])
  expect(await changes({ area: 'team' })).toEqual(['accessApi.showSecret', 'accessApi.generateKey'])
  expect(await changes({ area: 'records' })).toEqual(['students.exportFile'])
  expect(await changes({ area: 'money' })).toEqual([])
})

it('names a page by its address, keeps no text of it, and goes into a file', async () => {
  const { school, correct } = await makeClass()
  await correct('Ana Lima')
  await w.call(pages.save, { as: school.admin, params: { page: 'sobre' }, body: { html: '<p>Olá</p>' } })
  const file = await w.call(teamLog.exportFile, { as: school.admin, query: {} })
  const rows = file.bytes
    .toString()
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(';').slice(1))
  const { name } = school.admin
  expect(rows).toEqual([
    [name, 'Baixou o registro da equipe', '', '1', '', '', ''],
    [name, 'Alterou uma página da escola', 'sobre', '1', '', '', ''],
    [name, 'Corrigiu o nome e o telefone de um aluno', 'Ana Lima', '1', 'Nome', 'Ana Souza', 'Ana Lima'],
  ])
})

it('forgets name and values of a student who is erased, and keeps the line', async () => {
  const { school, read, correct, link } = await makeClass()
  await correct('Ana Lima')
  expect((await w.call(students.erase, { as: school.admin, params: { link } })).status).toBe(200)
  expect((await read()).map(({ change, subject, values }) => [change, subject?.title, values])).toEqual([
    ['students.erase', teamLogTexts.erasedStudent, []],
    ['students.correct', teamLogTexts.erasedStudent, []],
  ])
})

it('is read by those who manage the team alone', async () => {
  const { school } = await makeClass()
  for (const role of ['administrator', 'treasurer', 'attendant'] as const) {
    const member = await school.makeTeamMember({ roles: [role] })
    expect((await w.call(teamLog.list, { as: member, query: {} })).error.code).toBe('permission_needed')
  }
})

it('keeps lines for 13 months', async () => {
  const { school, correct, read } = await makeClass()
  await correct('Ana Lima')
  const after = (days: number) => ({ now: () => new Date(Date.now() + days * dayMs - minuteMs) })
  const { signal } = new AbortController()
  await forgetOldChanges(school, after(teamLogLimits.days), signal, 1)
  expect(await read()).toHaveLength(1)
  await forgetOldChanges(school, after(teamLogLimits.days + 1), signal, 1)
  expect(await read()).toEqual([])
})

it('reads values of changes that there are', () => {
  expect(Object.keys(readersOf).filter((name) => !labelledChanges.includes(name))).toEqual([])
})
