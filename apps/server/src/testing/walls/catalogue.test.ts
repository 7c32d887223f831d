import { connectDatabase } from '@escola/db'
import { reasonsOf, staysTogether, tables } from '@escola/db/walls'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { constraintCodes } from '../../http/constraint-codes.ts'
import { world } from '../world.ts'

const globalTables = Object.keys(tables).filter((table) => tables[table]!.global)
const place = 'in school-tables.testing.ts of packages/db, or in its user-tables where a column names a user'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: (await world()).databaseUrl })
  await client.connect()
})
afterAll(() => client.end())
const names = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map((row) => row.name)

const schoolTables = `select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped)
  and c.relname not in (${globalTables.map((name) => `'${name}'`)})`

describe('the database keeps schools apart', () => {
  it('every table belongs to a school or is on the list of those that do not', async () => {
    const without =
      await names(`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from (${schoolTables}) s where s.oid = c.oid) order by 1`)
    expect(without).toEqual(globalTables.toSorted())
  })
  it('every table is described, and nothing else is', async () => {
    const all = await names(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    expect(all.filter((table) => !tables[table]).map((table) => `${table}: describe it ${place}`)).toEqual([])
    expect(Object.keys(tables).filter((table) => !all.includes(table))).toEqual([])
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
    expect(found).toEqual(Object.keys(reasonsOf('acrossSchools')).sort())
  })
  it('a key between two tables of schools carries the school', async () => {
    expect(
      await names(`select k.conname as name from pg_constraint k where k.contype = 'f' and k.conrelid in (select oid from (${schoolTables}) s) and k.confrelid in (select oid from (${schoolTables}) s)
        and not exists (select from unnest(k.conkey, k.confkey) pair (mine, theirs)
          join pg_attribute m on m.attrelid = k.conrelid and m.attnum = pair.mine and m.attname = 'school_id'
          join pg_attribute t on t.attrelid = k.confrelid and t.attnum = pair.theirs and t.attname = 'school_id')`),
    ).toEqual([])
  })
  it('views ask with the rights of the caller who reads them', async () => {
    expect(
      await names(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') and not coalesce(reloptions @> '{security_invoker=true}', false)
          and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = pg_class.oid and e.deptype = 'e')`,
      ),
    ).toEqual([])
  })
  it('only the ways to an index run with the rights of their owner', async () => {
    expect(
      await names(
        `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname in ('public', 'app') order by 1`,
      ),
    ).toEqual(['find_exam_questions', 'find_phones', 'find_students'])
  })
  it('titles and names sort numbers as numbers', async () => {
    expect(
      await names(`select s.relname || '.' || a.attname as name from (${schoolTables}) s join pg_attribute a on a.attrelid = s.oid
        where (a.attname = 'title' or s.relname || '.' || a.attname = 'memberships.name') and a.attcollation <> 'app.titles'::regcollation`).then(
        (found) => found.map((column) => `${column}: write collate app.titles behind its type in the migration`),
      ),
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
    expect(await privilegesOf('escola_platform')).toEqual(
      Object.fromEntries(
        Object.entries(tables).flatMap(([table, { platform }]) => (platform ? [[table, platform]] : [])),
      ),
    )
  })
  it('the app may do nothing with people and sessions', async () => {
    const may = await privilegesOf('escola_app')
    expect(globalTables.filter((name) => name in may)).toEqual(['schools'])
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
    const described = Object.keys(tables).filter((table) => tables[table]!.global || tables[table]!.together)
    const remedy = 'name it in placement.ts of packages/db-citus, because its description says global or together'
    expect(described.filter((table) => !staysTogether.has(table)).map((table) => `${table}: ${remedy}`)).toEqual([])
    expect([...staysTogether].sort()).toEqual(described.sort())
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
    const known = [
      ...Object.keys(constraintCodes).filter((name) => !keys.includes(name)),
      ...Object.keys(reasonsOf('unmet')),
    ]
    const remedy = `give it a code in constraint-codes.ts, or say ${place} why no input meets it (unmet)`
    expect(found.filter((name) => !known.includes(name)).map((name) => `${name}: ${remedy}`)).toEqual([])
    expect(known.sort()).toEqual(found.sort())
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
      Array.from({ length: 40 }, async (_, index) => {
        const { id } = index % 2 ? northside : riverside
        const seen = await database.withSchool(id, (db) => db.selectFrom('memberships').select('user_id').execute())
        expect(new Set(seen.map((row) => row.user_id))).toEqual(own.get(id))
      }),
    )
    await database.close()
  })
})
