import { connectDatabase } from '@escola/db'
import { staysTogether } from '@escola/db/walls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constraintCodes } from '../../http/constraint-codes.ts'
import { world } from '../world.ts'

/** Tables that belong to no school, each with its reason. */
const globalTables: Record<string, string> = {
  users: 'a person exists once for all schools; granted to the platform role alone',
  schools: 'the list of schools itself; its own policy compares id',
  sessions: 'opened before a school is known; granted to the platform role alone',
  email_tokens: 'redeemed before a school is known; granted to the platform role alone',
  familiar_addresses: 'asked before a school is known; granted to the platform role alone',
  one_time_tokens: 'taken before a school is known; granted to the platform role alone',
  passkeys: 'shown before a school is known; granted to the platform role alone',
  former_namespaces: 'asked before a school is known; granted to the platform role alone',
  platform_page_versions: 'texts of the platform itself; granted to the platform role alone',
  school_domains: 'one school at a time has a domain; granted to the platform role alone',
  rate_counters: 'counts addresses and people, whatever the school; granted to the platform role alone',
  recovery_codes: 'asked before a school is known; granted to the platform role alone',
  second_factors: 'asked before a school is known; granted to the platform role alone',
}
/** Indexes that do not begin with school_id, each with its reason. */
const crossSchoolIndexes: Record<string, string> = {
  person_schools__user: 'the platform lists the schools of one person at sign-in',
  sales_lookups__value: 'the platform asks which schools a delivery may be for',
  due_jobs__due: 'the relay asks which schools have jobs that are due',
  outbox__unsent: 'the relay reads all schools in order',
  outbox__undone: 'the relay re-sends what is overdue in any school',
}
/** Keys and checks that no input can meet, each with its reason: a row that they refuse is a fault of ours. */
const unmetConstraints: Record<string, string> = {
  access_api_hashes_pkey: 'the hash of 32 random bytes',
  access_api_integrations__cohort: 'inserts pass over what is there',
  access_api_integrations__hash: 'ninety-six random bits',
  access_api_keys_pkey: 'inserts take the place of what is there',
  access_api_tokens_pkey: 'the hash of 32 random bytes',
  bookmarks__once: 'a second bookmark of the same thing is none',
  cohorts__public: 'a public class is made with its school, and by nobody else',
  certificate_issues_pkey: 'inserts pass over what is there',
  certificate_template_courses_pkey: 'no call writes it yet',
  certificates__code: 'sixty random bits',
  certificates_status_check: 'written by code alone',
  cohort_courses_pkey: 'inserts pass over what is there',
  consents_way_check: 'written by code alone',
  consents_whose_check: 'written by code alone',
  course_announcements_pkey: 'inserts pass over what is there',
  course_progress_pkey: 'inserts pass over what is there',
  courses_dripping_what_check: 'the contract takes these words alone',
  courses_dripping_when_check: 'the contract takes these words alone',
  courses_workload_minutes_check: 'the contract takes no less than zero',
  email_tokens_pkey: 'the hash of 32 random bytes',
  email_tokens_purpose_check: 'written by code alone',
  due_jobs_pkey: 'inserts lower the moment that is there',
  enrollment_grants__live: 'inserts pass over what is there',
  enrollment_grants_ended_check: 'written by code alone',
  enrollment_grants_ended_why_check: 'written by code alone',
  enrollment_grants_source_check: 'written by code alone',
  enrollments_pkey: 'inserts hold what is there',
  familiar_addresses_pkey: 'inserts take the place of what is there',
  files__storage_key: 'a random key, written by code alone',
  files_purpose_check: 'written by code alone',
  files_size_bytes_check: 'counted by us',
  former_namespaces_pkey: 'written by whoever holds the name',
  idempotency_keys_pkey: 'inserts pass over what is there',
  import_refusals_pkey: 'the line is counted by us, in a transaction that holds the import',
  imports_status_check: 'written by code alone',
  karma_entries_pkey: 'the number is counted by us, while the progress of the student is held',
  karma_entries_reason_check: 'written by code alone',
  karma_totals_pkey: 'inserts add to what is there',
  lesson_completions_pkey: 'inserts pass over what is there',
  lesson_positions_pkey: 'inserts take the place of what is there',
  memberships__link: 'a random uuid',
  memberships_pkey: 'inserts pass over what is there',
  person_schools_pkey: 'inserts take the place of what is there',
  messages__dedupe: 'inserts pass over what is there',
  messages_kind_check: 'written by code alone',
  messages_status_check: 'written by code alone',
  one_time_tokens_pkey: 'the hash of 32 random bytes',
  one_time_tokens_purpose_check: 'written by code alone',
  page_versions_page_check: 'written by code alone',
  page_versions_pkey: 'inserts pass over what is there',
  passkeys_pkey: 'inserts pass over what is there',
  platform_page_versions_page_check: 'written by code alone',
  platform_page_versions_pkey: 'inserts pass over what is there',
  rate_counters_pkey: 'inserts pass over what is there',
  recovery_codes_pkey: 'fifty random bits, under a person whose others are deleted first',
  module_dates__once: 'inserts take the place of what is there',
  module_dates_dated_check: 'written by code alone',
  module_dates_whose_check: 'written by code alone',
  notifications_kind_check: 'written by code alone',
  notifications_pkey: 'inserts pass over what is there',
  sales__delivery: 'told again, nothing is written',
  sales_state_check: 'written by code alone',
  sales_integrations_platform_check: 'the contract takes these words alone',
  sales_lookups_kind_check: 'written by code alone',
  sales_lookups_pkey: 'told again, nothing is written',
  sales_transactions_kind_check: 'written by code alone',
  sales_transactions_pkey: 'told again, nothing is written',
  school_days_pkey: 'inserts take the place of what is there',
  school_stops_pkey: 'inserts take the place of what is there',
  school_pages_page_check: 'the contract knows these words alone',
  school_pages_pkey: 'inserts take the place of what is there',
  school_storage_pkey: 'inserts add to what is there',
  school_domains_pkey: 'inserts take the place of what is there',
  school_domains_problem_check: 'written by code alone',
  school_domains_state_check: 'written by code alone',
  school_domains__current: 'written by whoever holds the school',
  schools_domain_check: 'the contract makes it lower case',
  schools_namespace_check: 'the contract makes it lower case',
  second_factors_pkey: 'inserts take the place of what is there',
  sessions_pkey: 'a random uuid',
  video_uploads__file: 'inserts pass over what is there',
  video_uploads_part_bytes_check: 'written by code alone',
  video_uploads_size_bytes_check: 'the contract takes no less than one',
  users_email_check: 'the contract makes it lower case',
  users_platform_role_check: 'written by no call',
}
/** Privileges of the platform role on tables. A new one needs a reason that a reviewer agrees with. */
const platformPrivileges = {
  access_api_tokens: 'select',
  certificate_templates: 'insert',
  cohorts: 'insert select',
  consents: 'insert select',
  email_tokens: 'delete insert select update',
  due_jobs: 'select',
  enrollment_grants: 'insert select',
  enrollments: 'insert select update(origin) update(utc_created_on) update(utc_ends_on)',
  familiar_addresses: 'delete insert select update',
  former_namespaces: 'delete insert select update',
  memberships: 'delete insert select update',
  messages: 'insert select',
  outbox: 'delete insert select update',
  one_time_tokens: 'delete insert select',
  passkeys: 'delete insert select update(sign_count) update(utc_used_on)',
  person_schools: 'delete insert select update',
  platform_changes: 'insert select update',
  platform_page_versions: 'insert select',
  platform_visits: 'insert select update',
  rate_counters: 'delete insert select update',
  recovery_codes: 'delete insert select',
  sales_lookups: 'select',
  school_domains: 'delete insert select update',
  schools: 'insert select update',
  second_factors: 'delete insert select update',
  sessions: 'delete insert select update',
  users: 'insert select update',
}

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: (await world()).databaseUrl })
  await client.connect()
})
afterAll(() => client.end())
const names = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map((row) => row.name)

const schoolTables = `select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped)
  and c.relname not in (${Object.keys(globalTables).map((name) => `'${name}'`)})`

describe('the database keeps schools apart', () => {
  it('every table belongs to a school or is on the list of those that do not', async () => {
    const without =
      await names(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from (${schoolTables}) s where s.oid = c.oid) order by 1`)
    expect(without).toEqual(Object.keys(globalTables).sort())
  })
  it('school_id is never null and defaults to the school of the transaction', async () => {
    expect(
      await names(`select s.relname as name from (${schoolTables}) s join pg_attribute a on a.attrelid = s.oid and a.attname = 'school_id'
        left join pg_attrdef d on d.adrelid = s.oid and d.adnum = a.attnum
        where not a.attnotnull or pg_get_expr(d.adbin, d.adrelid) is distinct from 'app.school_id()'`),
    ).toEqual([])
  })
  it('row-level security is enabled and forced on every one', async () => {
    expect(
      await names(
        `select s.relname as name from (${schoolTables}) s join pg_class c on c.oid = s.oid where not (c.relrowsecurity and c.relforcerowsecurity)`,
      ),
    ).toEqual([])
    expect(
      await names(
        `select relname as name from pg_class where relname = 'schools' and not (relrowsecurity and relforcerowsecurity)`,
      ),
    ).toEqual([])
  })
  it('the app reads and writes only rows of the school that is set', async () => {
    expect(
      await names(`select s.relname as name from (${schoolTables}) s where not exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = s.relname
        and p.roles = '{escola_app}' and p.cmd = 'ALL' and p.qual = '(school_id = app.school_id())' and p.with_check = '(school_id = app.school_id())')`),
    ).toEqual([])
    // A second policy of the app's would widen the first: policies are joined by "or".
    expect(
      await names(
        `select tablename as name from pg_policies where roles && '{escola_app,public}' group by tablename having count(*) > 1`,
      ),
    ).toEqual([])
  })
  it('primary and unique keys begin with school_id', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i join (${schoolTables}) s on s.oid = i.indrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indisunique and a.attname <> 'school_id'`),
    ).toEqual([])
  })
  it('every other index does too, but for those with a reason', async () => {
    const found =
      await names(`select i.indexrelid::regclass::text as name from pg_index i join (${schoolTables}) s on s.oid = i.indrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where a.attname <> 'school_id' order by 1`)
    expect(found).toEqual(Object.keys(crossSchoolIndexes).sort())
  })
  it('a key between two tables of schools carries the school', async () => {
    expect(
      await names(`select k.conname as name from pg_constraint k where k.contype = 'f' and k.conrelid in (select oid from (${schoolTables}) s) and k.confrelid in (select oid from (${schoolTables}) s)
        and not exists (select from unnest(k.conkey, k.confkey) pair (mine, theirs)
          join pg_attribute m on m.attrelid = k.conrelid and m.attnum = pair.mine and m.attname = 'school_id'
          join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.theirs and t.attname = 'school_id')`),
    ).toEqual([])
  })
  it('views ask with the rights of whoever reads them', async () => {
    expect(
      await names(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and not coalesce(reloptions @> '{security_invoker=true}', false)
          and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = pg_class.oid and e.deptype = 'e')`,
      ),
    ).toEqual([])
  })
  it('only the way to an index runs with the rights of its owner', async () => {
    expect(
      await names(
        `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname in ('public', 'app') order by 1`,
      ),
    ).toEqual(['find_students'])
  })
  it('titles and names sort numbers as numbers', async () => {
    expect(
      await names(`select s.relname || '.' || a.attname as name from (${schoolTables}) s join pg_attribute a on a.attrelid = s.oid
        where (a.attname = 'title' or s.relname || '.' || a.attname = 'memberships.name') and a.attcollation <> 'app.titles'::regcollation`),
    ).toEqual([])
  })
  it('the running roles own nothing of ours, bypass nothing and may not truncate', async () => {
    expect(
      await names(
        `select rolname as name from pg_roles where rolname in ('escola_app', 'escola_platform', 'escola_queue') and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`,
      ),
    ).toEqual([])
    expect(
      await names(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_get_userbyid(relowner) <> 'escola_owner'`,
      ),
    ).toEqual([])
    expect(
      await names(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and (has_table_privilege('escola_app', oid, 'truncate') or has_table_privilege('escola_platform', oid, 'truncate'))`,
      ),
    ).toEqual([])
  })
  it('the platform may do with tables what is listed, and nothing else', async () => {
    expect(await privilegesOf('escola_platform')).toEqual(platformPrivileges)
  })
  it('the app may do nothing with people and sessions', async () => {
    const may = await privilegesOf('escola_app')
    expect(Object.keys(globalTables).filter((name) => name in may)).toEqual(['schools'])
  })
})

/** Lists a role's privileges, table by table, its own grants and public ones; a privilege on one column alone reads 'select(title)'. */
async function privilegesOf(role: string): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; privileges: string }>(
    `select name, string_agg(privilege, ' ' order by privilege) as privileges from (
      select c.oid, c.relname as name, p as privilege from pg_class c
        cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege($1, c.oid, p)
      union all
      select c.oid, c.relname, p || '(' || a.attname || ')' from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        cross join unnest(array['select', 'insert', 'update', 'references']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
          and has_column_privilege($1, c.oid, a.attnum, p) and not has_table_privilege($1, c.oid, p)) every
    where not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = oid and e.deptype = 'e')
    group by name`,
    [role],
  )
  return Object.fromEntries(rows.map(({ name, privileges }) => [name, privileges]))
}

describe('a cluster can take the database as it is', () => {
  it('no function in SQL reads a table: a node would answer from tables that are empty there', async () => {
    const readers = `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
      where n.nspname in ('public', 'app') and l.lanname = 'sql' and p.prosrc ~* '\\m(from|join|into|update)\\s+\\w'
        and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`
    expect(await names(readers)).toEqual([])
    await client.query('begin')
    await client.query(`create function app.reader() returns bigint language sql as 'select count(*) from courses'`)
    expect(await names(readers)).toEqual(['reader'])
    await client.query('rollback')
  })
  it('no table has a trigger of its own', async () => {
    expect(
      await names(`select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and t.tgname !~ '^(citus_)?truncate_trigger'`),
    ).toEqual([])
  })
  it('no policy asks another table', async () => {
    expect(
      await names(
        `select polname as name from pg_policy where coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') ~* '\\mselect\\M'`,
      ),
    ).toEqual([])
  })
  it('every table has its place: on the first node, or by its school', async () => {
    expect([...staysTogether].sort()).toEqual(
      [...Object.keys(globalTables), 'due_jobs', 'outbox', 'person_schools', 'sales_lookups'].sort(),
    )
  })
})

describe('a row that the database refuses', () => {
  it('has an answer for every unique key and check, or a reason why no input meets it', async () => {
    // Columns that the database fills in itself have no other writer.
    const found = await names(`
      select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique
        and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attidentity = 'a')
      union all
      select conname from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'x')`)
    const keys = await names(
      `select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`,
    )
    const expectedTables = [
      ...Object.keys(constraintCodes).filter((name) => !keys.includes(name)),
      ...Object.keys(unmetConstraints),
    ]
    expect(expectedTables.sort()).toEqual(found.sort())
  })
})

describe('a transaction inside one school', () => {
  it('sees, changes and makes nothing in another', async () => {
    const { northside, riverside } = await world()
    const theirs = await riverside.make.category('Deles')
    await northside.tx(async (db) => {
      expect(await db.selectFrom('categories').where('id', '=', theirs.id).selectAll().execute()).toEqual([])
      const { numUpdatedRows } = await db
        .updateTable('categories')
        .set({ title: 'Nosso' })
        .where('id', '=', theirs.id)
        .executeTakeFirstOrThrow()
      expect(numUpdatedRows).toBe(0n)
    })
    await expect(
      northside.tx((db) => db.insertInto('categories').values({ title: 'x', school_id: riverside.id }).execute()),
    ).rejects.toThrow(/row-level security/)
    const course = await riverside.make.course()
    const cohort = await northside.make.cohort()
    await expect(
      northside.tx((db) =>
        db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: course.id }).execute(),
      ),
    ).rejects.toThrow(/foreign key/)
  })
  it('leaves no school behind on its connection', async () => {
    const { northside } = await world()
    await northside.tx(async (db) => {
      const school = () => sql<{ id: string | null }>`select app.school_id() as id`.execute(db)
      expect((await school()).rows[0]!.id).toBe(northside.id)
      // The next user of the connection would find this state.
      await sql`commit`.execute(db)
      expect((await school()).rows[0]!.id).toBeNull()
    })
  })
  it('answers only with its own rows however schools take turns on one connection', async () => {
    const { config, northside, riverside } = await world()
    const database = connectDatabase(config.database, { maxConnections: 1 })
    const own = new Map<string, Set<string>>()
    for (const { id, admin, student } of [northside, riverside]) own.set(id, new Set([admin.userId, student.userId]))
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { id } = index % 2 ? northside : riverside
        const seen = await database.withSchool(id, (db) => db.selectFrom('memberships').select('user_id').execute())
        expect(new Set(seen.map((row) => row.user_id))).toEqual(own.get(id))
      }),
    )
    await database.close()
  })
})
