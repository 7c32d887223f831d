import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { makeSchool } from '@escola/db/isolation-testing'
import { at, onServer } from '@escola/db/testing'
import { startPostgres } from '@escola/dev-services/postgres'
import type { FileStore } from '@escola/server/files/store'
import { withClient } from './database-dump.ts'
import { findPrograms } from './postgres-programs.ts'

interface TestServer {
  url: string
  stop(): Promise<void>
}

const embeddedMajor = 18

/** Folder with pg_dump and its kin, of the embedded PostgreSQL's version or with a server of their own; undefined where there are none. */
export async function programsHere(): Promise<string | undefined> {
  const current = await findPrograms(embeddedMajor, process.env).catch(() => undefined)
  if (current) return current
  for (const older of [17, 16, 15]) {
    const programs = await findPrograms(older, { PATH: '/none' }).catch(() => undefined)
    if (programs && existsSync(path.join(programs, 'initdb'))) return programs
  }
  return undefined
}

/** Starts a PostgreSQL whose major version is that of the programs. */
export async function startServer(programs: string): Promise<TestServer> {
  const isCurrent = await findPrograms(embeddedMajor, { PG_BIN: programs }).then(
    () => true,
    () => false,
  )
  return startPostgres({ ephemeral: true, ...(!isCurrent && { programs }) })
}

/** Makes an empty database of a random name. */
export async function emptyDatabase(server: string): Promise<string> {
  const name = `escola_backup_${randomUUID().slice(0, 8)}_test`
  await onServer(server, 'postgres', (client) => client.query(`create database ${name}`))
  return at(server, name)
}

/** Two schools with a row in each table, sessions and links that are open, mails of now and of yesterday, and a file for each row of files. */
export async function fill(url: string, files: FileStore): Promise<void> {
  await withClient(url, async (client) => {
    for (const [name, row] of [
      ['Norte', 101],
      ['Sul', 102],
    ] as const) {
      const school = await makeSchool(client, name, row)
      const key = `${school}/images/capa`
      await client.query('update files set storage_key = $1 where school_id = $2', [key, school])
      await files.put(`${key}/480.webp`, Buffer.from(`capa ${row}`), 'image/webp')
      const pdf = `${school}/lesson-file/apostila`
      await files.put(pdf, Buffer.alloc(100_000, row), 'application/pdf')
      await client.query(
        `insert into files (school_id, purpose, storage_key, filename, content_type, size_bytes) values ($1, 'lesson_file', $2, 'Apostila ção.pdf', 'application/pdf', 100000)`,
        [school, pdf],
      )
      const user = `(select min(user_id) from memberships where school_id = ${school})`
      await client.query(`insert into sessions (user_id, utc_expires_on) values (${user}, now() + interval '1 day');
        insert into email_tokens (token_hash, purpose, user_id, school_id, utc_expires_on) values ('t${row}', 'invitation', ${user}, ${school}, now() + interval '1 day');
        insert into messages (school_id, user_id, kind, dedupe_key, utc_created_on) values (${school}, ${user}, 'invitation', 'old', now() - interval '1 day')`)
    }
  })
}

/** Tables that settling a restored database changes. */
const settled = ['sessions', 'email_tokens', 'one_time_tokens', 'access_api_tokens', 'access_api_hashes', 'messages']

/** All rows of all tables except the tables that settling changes, and who may do what with each table, function and schema. */
export const contentOf = (url: string) =>
  withClient(url, async (client) => {
    const list = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows as string[][]
    const tables = await list(`select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> all ('{${settled.join()}}') order by 1`)
    const rows: Record<string, string[]> = {}
    for (const [table] of tables) rows[table!] = (await list(`select t::text from ${table} t order by 1`)).flat()
    const rules = await list(`
      select 'class ' || oid::regclass, concat_ws(' ', relkind, relowner::regrole, relrowsecurity, relforcerowsecurity, (select string_agg(a::text, ' ' order by a::text) from unnest(relacl) a)) from pg_class where relnamespace::regnamespace::text in ('public', 'app', 'migrations', 'queue')
      union all select 'policy ' || tablename, concat_ws(' ', policyname, roles, cmd, qual, with_check) from pg_policies
      union all select 'function ' || oid::regprocedure, concat_ws(' ', proowner::regrole, prosrc, (select string_agg(a::text, ' ' order by a::text) from unnest(proacl) a)) from pg_proc where pronamespace = 'app'::regnamespace
      union all select 'constraint ' || conrelid::regclass || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select 'sequence ' || sequencename, last_value::text from pg_sequences order by 1, 2`)
    return { rows, rules }
  })

/** Counts of the sessions, links and tokens that are open, and the states of all mails. */
export const openOf = (url: string) =>
  withClient(url, async (client) => {
    const { rows } =
      await client.query(`select (select count(*)::int from sessions where utc_revoked_on is null) as sessions,
      (select count(*)::int from email_tokens where utc_used_on is null and utc_expires_on > now()) as links,
      (select count(*)::int from access_api_tokens) + (select count(*)::int from access_api_hashes) + (select count(*)::int from one_time_tokens) as tokens,
      (select string_agg(status, ' ' order by school_id, id) from messages) as mails`)
    return rows[0]
  })

/** Bytes of each stored file of the schools, by its key. */
export async function sumsOf(store: FileStore, schoolIds = ['1', '2']): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const id of schoolIds)
    for await (const keys of store.list(id, new Date(8.64e15)))
      for (const key of keys) {
        const hash = createHash('sha256')
        for await (const chunk of await store.read(key)) hash.update(chunk as Buffer)
        sums[key] = hash.digest('hex')
      }
  return sums
}

/** Every file below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [],
  )

export const hasText = (folder: string, text: string) =>
  filesIn(folder).some((file) => readFileSync(file).includes(text))
