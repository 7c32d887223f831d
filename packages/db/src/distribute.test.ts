import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isCluster, listKeys, spreadingOrder, staysTogether } from '@escola/db-citus'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from './database.ts'
import { distribute } from './distribute.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations } from './migration-files.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { rolePassword, runtimeUrls } from './urls.ts'

const clusterUrl = process.env.TEST_DATABASE_URL ?? ''
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase(clusterUrl)
  admin = new pg.Client({ connectionString: testDatabase.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await testDatabase.drop()
})

it('spreads nothing twice, and says what a database lacks that has no nodes', async () => {
  if (await isCluster(admin)) expect(await distribute(admin, testSecret)).toEqual([])
  else await expect(distribute(admin, testSecret)).rejects.toThrow('This database has no Citus')
})

it('finds an order in which the tables of schools can be spread, also without a cluster', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  )
  const tables = rows.map(({ name }) => name).filter((name) => !staysTogether.has(name))
  const keys = await listKeys(admin)
  const order = spreadingOrder(tables, keys)
  expect(order[0]).toBe('memberships')
  expect(order.toSorted()).toEqual(tables)
  const between = keys.filter(
    ({ child, parent }) => child !== parent && tables.includes(child) && tables.includes(parent),
  )
  expect(between.length).toBeGreaterThan(20)
  for (const { child, parent } of between)
    expect([child, parent, order.indexOf(parent) < order.indexOf(child)]).toEqual([child, parent, true])
})

it('keeps the passwords that nodes ask for, unless an administrator wrote something else', async () => {
  if (!(await isCluster(admin))) return
  const roles = ['escola_app', 'escola_owner', 'escola_platform'] as const
  const passwords = roles.map((role) => ({ role, authinfo: `password=${rolePassword(testSecret, role)}` }))
  const listPasswords = async () =>
    (await admin.query(`select rolename as role, authinfo from pg_dist_authinfo where nodeid = 0 order by rolename`))
      .rows
  expect(await listPasswords()).toEqual(passwords)
  await admin.query(`update pg_dist_authinfo set authinfo = 'password=old' where rolename <> 'escola_platform'`)
  await admin.query(`update pg_dist_authinfo set authinfo = 'sslcert=/file' where rolename = 'escola_platform'`)
  await distribute(admin, testSecret)
  expect(await listPasswords()).toEqual([
    ...passwords.slice(0, 2),
    { role: 'escola_platform', authinfo: 'sslcert=/file' },
  ])
  const { rows } = await admin.query(`select distinct result from run_command_on_all_nodes(
    $$ select rolcanlogin and rolpassword like 'SCRAM%' from pg_authid where rolname = 'escola_owner' $$)`)
  expect(rows).toEqual([{ result: 't' }])
})

it('keeps a later table with its school, as the migration that makes it says', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const number = Number((await readMigrations()).at(-1)!.name.slice(0, 4)) + 1
  await writeFile(
    path.join(folder, `${String(number).padStart(4, '0')}_reviews.sql`),
    `create table reviews (
      school_id bigint not null default app.school_id() references schools,
      id bigint generated always as identity,
      course_id bigint not null,
      primary key (school_id, id),
      foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
    );
    select app.protect('reviews');
    create table review_counts (
      school_id bigint not null default app.school_id() references schools,
      user_id bigint not null references users,
      primary key (school_id, user_id)
    );
    select app.protect('review_counts', on_coordinator => true);`,
  )
  await migrate(testDatabase.url, testSecret, folder)
  await rm(folder, { recursive: true })
  const database = connectDatabase(runtimeUrls(testDatabase.url, testSecret))
  const { id } = await database.withPlatform((db) =>
    db.insertInto('schools').values({ name: 'Depois' }).returning('id').executeTakeFirstOrThrow(),
  )
  const course = await database.withSchool(id, (db) =>
    db.insertInto('courses').values({ link: 'curso' }).returning('id').executeTakeFirstOrThrow(),
  )
  const insert = { name: 'review', text: 'select count(*)::int from reviews where school_id = $1' }
  expect(await database.readSchool(id, insert, [])).toEqual([{ count: 0 }])
  await admin.query('insert into reviews (school_id, course_id) values ($1, $2)', [id, course.id])
  expect(await database.readSchool(id, insert, [])).toEqual([{ count: 1 }])
  if (await isCluster(admin)) {
    const { rows } = await admin.query(
      `select logicalrelid::text as name, partmethod from pg_dist_partition where logicalrelid::text like 'review%' order by 1`,
    )
    expect(rows).toEqual([
      { name: 'review_counts', partmethod: 'n' },
      { name: 'reviews', partmethod: 'h' },
    ])
  }
  await database.close()
})

it('goes on counting the jobs that there were before', async () => {
  if (!(await isCluster(admin))) return
  await admin.query(`drop table outbox; create table outbox (
    school_id bigint not null references schools,
    id bigint generated always as identity,
    primary key (school_id, id)
  )`)
  const { rows } = await admin.query(`insert into schools (name) values ('Antes') returning id`)
  const insert = `insert into outbox (school_id) values (${rows[0].id}) returning id`
  await admin.query(`${insert}; ${insert}`)
  expect(await distribute(admin, testSecret)).toEqual(['outbox'])
  expect((await admin.query(insert)).rows).toEqual([{ id: '3' }])
  const may = `has_sequence_privilege('escola_platform', pg_get_serial_sequence('outbox', 'id'), 'usage')`
  expect((await admin.query(`select ${may} as may`)).rows).toEqual([{ may: true }])
})

it('lets no role in whose settings would not keep schools apart, and says so', async () => {
  const { app, platform } = runtimeUrls(testDatabase.url, testSecret)
  const loose = new URL(app)
  loose.searchParams.set('options', '-c citus.enable_local_execution=on')
  const database = connectDatabase({ app: loose.toString(), platform })
  const answers = await Promise.allSettled([
    database.withSchool('1', (db) => db.selectFrom('courses').select('id').execute()),
    database.readSchool('1', { name: 'titles', text: 'select title from courses where school_id = $1' }, []),
  ])
  if (await isCluster(admin))
    expect(answers.map((each) => each.status === 'rejected' && each.reason.message)).toEqual(
      Array(2).fill('The role escola_app must have citus.enable_local_execution = off: run db:distribute.'),
    )
  else expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  await database.close()
})

it('waits for tables that are not where they belong, and refuses rows of schools on the coordinator', async () => {
  const database = connectDatabase(runtimeUrls(testDatabase.url, testSecret))
  await database.requireFit(testSecret)
  if (await isCluster(admin)) {
    await admin.query(`delete from migrations.applied where name like '%_reviews.sql'`)
    await admin.query('create table stray (id bigint)')
    const misplaced = { message: 'The table stray is not where it belongs: run db:distribute.', mayPass: true }
    await expect(database.requireFit(testSecret)).rejects.toMatchObject(misplaced)
    await admin.query('drop table stray')
    const node = `citus_set_node_property(nodename, nodeport, 'shouldhaveshards'`
    await admin.query(`select ${node}, true) from pg_dist_node where groupid = 0`)
    await expect(database.requireFit(testSecret)).rejects.toMatchObject({
      message: expect.stringContaining('The coordinator has rows of schools'),
      mayPass: false,
    })
    await distribute(admin, testSecret)
    await database.requireFit(testSecret)
  }
  await database.close()
})

it('judges no table that only a later release knows', async () => {
  if (!(await isCluster(admin))) return
  const database = connectDatabase(runtimeUrls(testDatabase.url, testSecret))
  await admin.query('create table later_plain (id bigint)')
  await admin.query(`insert into migrations.applied (name, checksum) values ('9999_later.sql', '')`)
  await database.requireFit(testSecret)
  // Its own tables are judged all the same.
  await admin.query('alter table outbox rename to away')
  await admin.query('create table outbox (id bigint)')
  await expect(database.requireFit(testSecret)).rejects.toThrow(/^The table outbox is not where it belongs/)
  await database.close()
})
