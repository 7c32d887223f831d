import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('public_class')
})
afterAll(() => upgrade.close())

const opened = `select s.name, c.title from cohort_openings o join schools s on s.id = o.school_id
  join courses c on c.school_id = o.school_id and c.id = o.course_id
  join cohorts h on h.school_id = o.school_id and h.id = o.cohort_id and h.is_public order by 1, 2`

it('keeps the private courses of public classes with all courses, by name, and has their schools told', async () => {
  await upgrade.migrateTo('0190')
  const { admin, rowsOf } = upgrade
  await admin.query(
    `insert into schools (name, namespace) values ('Todos', 'todos'), ('Usual', 'usual'), ('Reservada', 'reservada'), ('Aberta', 'aberta')`,
  )
  await joinDatabases(upgrade.servers, upgrade.name)
  await admin.query(`insert into cohorts (school_id, title, is_public, all_courses, is_hidden)
    select id, 'Turma pública', true, name <> 'Usual', name = 'Reservada' from schools`)
  await admin.query(`insert into courses (school_id, title, link, is_private, utc_published_on)
    select s.id, c.title, c.title, c.title <> 'Livre', case when c.title <> 'Rascunho' then timestamptz '2026-01-01' end
    from schools s cross join unnest(array['Livre', 'Fechado', 'Rascunho']) as c (title) where s.name <> 'Aberta' or c.title = 'Livre'`)
  const before = await rowsOf(opened)
  expect(before).toEqual([
    ['Aberta', 'Livre'],
    ['Todos', 'Fechado'],
    ['Todos', 'Livre'],
    ['Usual', 'Livre'],
  ])
  await upgrade.migrateTo('9999')
  expect(await rowsOf(opened)).toEqual(before)
  const named = `select s.name, c.title from cohort_courses cc join schools s on s.id = cc.school_id
    join courses c on c.school_id = cc.school_id and c.id = cc.course_id`
  expect(await rowsOf(named)).toEqual([['Todos', 'Fechado']])
  const told = 'select s.name, n.kind from release_notices n join schools s on s.id = n.school_id'
  expect(await rowsOf(told)).toEqual([['Todos', 'public_class']])
  await admin.query(`update courses set utc_published_on = timestamptz '2026-02-01' where title = 'Rascunho'`)
  await admin.query(`update cohorts set is_hidden = false`)
  expect(await rowsOf(opened)).toEqual([...before, ['Reservada', 'Livre']].toSorted())
})
