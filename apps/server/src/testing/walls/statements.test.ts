import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultsOf } from '../statement-checks.ts'
import { world } from '../world.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: (await world()).databaseUrl })
  await client.connect()
})
afterAll(() => client.end())

const copyOf = (select: string) => `insert into categories (school_id, title) ${select}`

it.each([
  ['select title from courses where school_id = $1', undefined],
  [
    'select c.title from courses c join lessons l on l.school_id = c.school_id and l.course_id = c.id where c.school_id = $1',
    undefined,
  ],
  [
    'select title from cohorts h left join enrollments e on e.school_id = h.school_id where h.school_id = $1',
    undefined,
  ],
  ['select id from courses', 'names no school for courses'],
  ['select c.id from courses c where c.school_id = $1 and exists (select from lessons)', 'names no school for lessons'],
  [
    'select array(select l.id from lessons l where l.school_id = c.school_id and l.course_id = c.id limit 1) from courses c where c.school_id = $1',
    'names no school for lessons',
  ],
  ['select id from courses where school_id = app.school_id()', 'names no school for courses'],
  ['select course_id from cohort_openings where cohort_id = $1', 'names no school for'],
  ['update courses set title = $1 where id = $2', 'names no school for courses'],
  ['delete from outbox where id = $1', 'names no school for outbox'],
  ['insert into categories (title) values ($1)', 'names no school for categories'],
  ['insert into categories (school_id, title) values ($1, $2)', undefined],
  [
    'select m.name from memberships m join schools s on s.id = m.school_id where m.school_id = $1',
    'the coordinator and a node',
  ],
  ['select title from courses where school_id = $1 and utc_published_on < now()', 'asks the database for the time'],
  [copyOf('select $1::bigint, unnest($2::text[])'), 'writes what it selects'],
  [`${copyOf('select $1::bigint, unnest($2::text[])')} on conflict do nothing`, undefined],
])('what the app says is looked at: %s', async (text, fault) => {
  const faults = await faultsOf(client, [{ role: 'escola_app', text }])
  expect(faults).toEqual(fault ? [expect.stringContaining(fault)] : [])
})
it.each([
  ['select count(*) from outbox', undefined],
  ['select school_id from memberships where user_id = $1', 'names no school for memberships'],
  ['update users set utc_email_confirmed_on = now() where id = $1', undefined],
])('and what the platform says: %s', async (text, fault) => {
  const faults = await faultsOf(client, [{ role: 'escola_platform', text }])
  expect(faults).toEqual(fault ? [expect.stringContaining(fault)] : [])
})
