import { charges } from '@escola/contract/charges.contract'
import { ledger } from '@escola/contract/ledger.contract'
import { merges } from '@escola/contract/merges.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { giveBalance, paying } from '../../testing/paying.ts'
import { openTransaction, untilWaiting } from '../../testing/waiting-transactions.ts'
import { type World, world } from '../../testing/world.ts'
import { verifyLedger } from '../ledger/ledger-proof.service.ts'
import { readCharged } from './charged-students.service.ts'
import { makeSchoolAt } from './school-at.testing.ts'

let w: World
beforeAll(async () => {
  w = await world(paying)
})
type SchoolAt = Awaited<ReturnType<typeof makeSchoolAt>>

/** Reads the statement's rows of students, newest first, each with those whom its list names. */
async function readRows({ school }: SchoolAt, as: Pick<Person, 'token'> = school.admin) {
  const params = { schoolId: school.id }
  const { list } = (await w.call(ledger.statement, { as, params })).body.movements
  const rows = list.filter(({ kind }) => kind === 'students')
  return Promise.all(
    rows.map(async ({ id, quantity, cents }) => {
      const { status, body } = await w.call(charges.students, { as, params: { ...params, id } })
      expect([status, body.students.total, body.cents]).toEqual([200, quantity, -cents])
      return { id, ...body }
    }),
  )
}
const idsOf = ({ students: { list } }: Awaited<ReturnType<typeof readRows>>[number]) => list.map((each) => each.user_id)
const userIds = (people: { userId: string }[]) => people.map(({ userId }) => userId)

it('lists the students of a row of a day, however many movements it has, and no others', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  await s.joinNew(14)
  // One of them is free.
  const beyond = (await s.joinNew(3)).slice().sort((a, b) => Number(a.userId) - Number(b.userId))
  await giveBalance(s.school, 1000, s.tools.now)
  const later = await s.joinNew(1)
  s.at('2026-10-21T12:00:00Z')
  const nextDay = await s.joinNew(1)
  const [second, first] = await readRows(s)
  expect(idsOf(first!)).toEqual([...userIds(beyond.slice(1)), ...userIds(later)])
  expect(idsOf(second!)).toEqual(userIds(nextDay))
  expect(first!.students.list[0]).toMatchObject({
    ...{ month: '2026-10', place: 16, cents: 100, merged_into: '' },
    ...{ name: beyond[1]!.name, email: beyond[1]!.email, school_gateways: [expect.any(String)] },
  })
  expect(first!.students.list.map(({ place }) => place)).toEqual([16, 17, 18])
})

it('shows a late run as a row of each month that it charged, with those of the day beside the last one', async () => {
  const s = await makeSchoolAt(w, '2026-09-20T12:00:00Z')
  const all = await s.joinNew(17)
  s.at('2026-11-05T12:00:00Z')
  await s.run(2)
  const today = await s.joinNew(1)
  const [november, october] = await readRows(s)
  const last = userIds(all)
    .sort((a, b) => Number(a) - Number(b))
    .slice(-2)
  const placesOf = (row: typeof november) =>
    row!.students.list.map(({ month, place, user_id }) => [month, place, user_id])
  expect(placesOf(october)).toEqual([
    ['2026-10', 16, last[0]],
    ['2026-10', 17, last[1]],
  ])
  expect(placesOf(november)).toEqual([
    ['2026-11', 16, last[0]],
    ['2026-11', 17, last[1]],
    ['2026-11', 18, today[0]!.userId],
  ])
  const { bytes } = await w.call(ledger.download, { as: s.school.admin, params: { schoolId: s.school.id } })
  const text = bytes.toString()
  expect(text).toContain('Alunos acima dos grátis em 10/2026: 2 alunos;;;-2,00;-4,00;')
  expect(text).toContain('Alunos acima dos grátis em 11/2026: 3 alunos;;;-3,00;-7,00;')
  await verifyLedger(s.school)
})

it('lists under each row its own student where two have the same place', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  await s.joinNew(15)
  const first = await s.joinNew(1)
  s.at('2026-10-21T12:00:00Z')
  const second = await s.joinNew(1)
  const alike = await openTransaction(
    w.databaseUrl,
    `update counted_students set place = 16 where school_id = $1 and user_id = $2`,
    [s.school.id, second[0]!.userId],
  )
  await alike.commit()
  const rows = await readRows(s)
  expect(rows.map(idsOf)).toEqual([userIds(second), userIds(first)])
})

it('leaves out a student that another transaction counted meanwhile, and keeps those behind', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  const [known] = await s.joinNew(15)
  const fresh = (await s.makeStudents(3)).sort((a, b) => Number(a.userId) - Number(b.userId))
  const written = await openTransaction(
    w.databaseUrl,
    `insert into counted_students (school_id, month, user_id, utc_counted_on)
     select school_id, month, $2, utc_counted_on from counted_students where school_id = $1 and user_id = $3`,
    [s.school.id, fresh[1]!.userId, known!.userId],
  )
  const joining = s.join(fresh)
  await untilWaiting(w.databaseUrl)
  await written.commit()
  await joining
  const later = await s.joinNew(1)
  const [row] = await readRows(s)
  expect(idsOf(row!)).toEqual([fresh[0]!.userId, fresh[2]!.userId, later[0]!.userId])
})

it('says of a student that they were merged or erased, and leads to the page of a student who goes on', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  await s.joinNew(15)
  const [goesOn, merged, erased] = await Promise.all([s.joinNew(1), s.joinNew(1), s.joinNew(1)]).then((each) =>
    each.flat(),
  )
  const as = s.school.admin
  const linkOf = async (userId: string) => {
    const [row] = await readRows(s)
    return row!.students.list.find((each) => each.user_id === userId)!.link!
  }
  const link = await linkOf(goesOn!.userId)
  const mergedLink = await linkOf(merged!.userId)
  expect((await w.call(merges.start, { as, params: { link }, body: { email: merged!.email } })).status).toBe(200)
  expect((await w.call(students.erase, { as, params: { link: await linkOf(erased!.userId) } })).status).toBe(200)
  const [row] = await readRows(s)
  const shown = (userId: string) => row!.students.list.find((each) => each.user_id === userId)
  expect(row!.students.list).toHaveLength(3)
  expect(shown(merged!.userId)).toMatchObject({ name: merged!.name, link: mergedLink, merged_into: goesOn!.name })
  expect(shown(erased!.userId)).toMatchObject({ name: '', email: '', link: null, merged_into: '', school_gateways: [] })
  // The page of the merged student is that of the student they were merged into.
  const page = await w.call(students.get, { as, params: { link: mergedLink } })
  expect(page.body.student.user_id).toBe(goesOn!.userId)
})

it('is read a page at a time, by administrators of the school and of the platform', async () => {
  const s = await makeSchoolAt(w, '2026-10-20T12:00:00Z')
  const people = await s.makeStudents(120)
  await s.join(people)
  await s.joinNew(3)
  const operator = await w.makePlatformPerson()
  const [row] = await readRows(s, operator)
  const { id } = row!
  expect(row!.students).toMatchObject({ total: 108, page: 1, rowsPerPage: 50 })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => readCharged(s.school, { id, page })))
  expect(pages.map(({ students: { list } }) => list.length)).toEqual([50, 50, 8, 0])
  expect(pages.flatMap(({ students: { list } }) => list.map(({ place }) => place))).toEqual(
    Array.from({ length: 108 }, (_, at) => 16 + at),
  )
  const call = (as: Person, params: { id: string; schoolId?: string }) => w.call(charges.students, { as, params })
  expect((await call(s.school.student, { id })).status).toBe(403)
  expect((await call(w.northside.admin, { id })).status).toBe(404)
  // A movement of another kind charges no student.
  await giveBalance(s.school, 1000, s.tools.now)
  const { list } = (await w.call(ledger.statement, { as: s.school.admin })).body.movements
  expect((await call(s.school.admin, { id: list.find(({ kind }) => kind === 'adjustment')!.id })).status).toBe(404)
})
