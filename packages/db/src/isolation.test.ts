import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appTables, attack, makeSchool } from './isolation.testing.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { at, serversAt, type TestServers } from './testing-cluster.ts'
import { runtimeUrls } from './urls.ts'

const clusterUrl = process.env.TEST_DATABASE_URL ?? ''
let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let servers: TestServers
let admin: pg.Client
let schools: string[]
let own: string
/** Beside its own rows on the same shard where there are shards, and elsewhere. */
let otherSchools: string[]
beforeAll(async () => {
  testDatabase = await createTestDatabase(clusterUrl)
  servers = await serversAt(clusterUrl)
  admin = new pg.Client({ connectionString: testDatabase.url })
  await admin.connect()
  schools = []
  for (let index = 0; index < 12; index++) schools.push(await makeSchool(admin, `Escola ${index}`, index + 1))
  own = schools[0]!
  const neighbours = await besideOwn()
  otherSchools = [
    schools.find((id) => id !== own && neighbours.has(id))!,
    schools.find((id) => !neighbours.has(id)) ?? schools[2]!,
  ]
})
afterAll(async () => {
  await admin.end()
  await testDatabase.drop()
})

/** The schools whose rows lie in the same shard. */
async function besideOwn(): Promise<Set<string>> {
  if (!servers.isCluster) return new Set(schools)
  const { rows } = await admin.query<{ id: string; shard: string }>(
    `select id, get_shard_id_for_distribution_column('memberships', id) as shard from schools`,
  )
  const shard = rows.find(({ id }) => id === own)!.shard
  return new Set(rows.filter((row) => row.shard === shard).map(({ id }) => id))
}

const database = () => new URL(testDatabase.url).pathname.slice(1)
/** Addresses of the app's login at each server; the server that takes the statements comes first. */
const appUrls = () => servers.urls.map((url) => runtimeUrls(at(url, database()), testSecret).app)

describe('a school cannot be reached from another', () => {
  it('has rows of the other schools in every table, so that each table is attacked', async () => {
    const remedy = 'give it a row in school-tables.testing.ts'
    const empty: string[] = []
    for (const table of appTables) {
      const { rowCount } = await admin.query(`select from ${table} where school_id = any($1)`, [[own, ...otherSchools]])
      if (rowCount !== 3) empty.push(`${table}: ${remedy}`)
    }
    expect(empty).toEqual([])
    expect(otherSchools.every(Boolean)).toBe(true)
  })
  it('by any statement, through any node, for rows on that node or on another', async () => {
    const broken: string[] = []
    for (const url of appUrls())
      for (const otherSchool of otherSchools) broken.push(...(await attack(admin, { url, school: own, otherSchool })))
    expect(broken).toEqual([])
  })
  it('by none of the five statements that a connection knows by name, however they are planned', async () => {
    const statements = {
      by_school: 'select school_id from categories where school_id = $1',
      joined:
        'select c.school_id from courses c join lessons l on l.school_id = c.school_id and l.course_id = c.id where c.school_id = $1',
      counted: 'select max(school_id) as school_id from memberships where school_id = $1 having count(*) > 0',
      opened: 'select school_id from cohort_openings where school_id = $1',
      jobs: 'select school_id from outbox where school_id = $1',
    }
    for (const mode of ['auto', 'force_generic_plan', 'force_custom_plan']) {
      const client = new pg.Client({ connectionString: appUrls()[0]! })
      await client.connect()
      await client.query(`set plan_cache_mode = ${mode}`)
      const ask = async (school: string, name: keyof typeof statements, schoolId: string) => {
        await client.query('begin')
        await client.query(`set local app.school_id = '${school}'`)
        try {
          return (await client.query({ name, text: statements[name], values: [schoolId] })).rows
        } catch (error) {
          // A cluster plans no join without knowing the school.
          expect([mode, (error as Error).message]).toEqual(['force_generic_plan', 'could not create distributed plan'])
          return 'refused'
        } finally {
          await client.query('commit')
        }
      }
      for (let round = 0; round < 60; round++) {
        const [ownId, otherId] = [schools[round % 12]!, schools[(round * 5 + 1) % 12]!]
        for (const name of Object.keys(statements) as (keyof typeof statements)[]) {
          const ownRows = await ask(ownId, name, ownId)
          if (ownRows !== 'refused')
            expect([name, ownRows]).toEqual([name, name === 'opened' ? [] : [{ school_id: ownId }]])
          if (ownId === otherId) continue
          const otherRows = await ask(ownId, name, otherId)
          if (otherRows !== 'refused') expect([name, otherRows]).toEqual([name, []])
        }
      }
      await client.end()
    }
  })
  it('in the very tables that hold its rows on their node', async () => {
    const shards = `select shard_name as shard, nodeport as port from citus_shards where citus_table_type = 'distributed'`
    const { rows } = servers.isCluster ? await admin.query<{ shard: string; port: number }>(shards) : { rows: [] }
    for (const url of appUrls().slice(1)) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      for (const school of [undefined, own]) {
        await client.query(school ? `set app.school_id = '${school}'` : 'reset app.school_id')
        for (const { shard } of rows.filter(({ port }) => String(port) === new URL(url).port)) {
          const seen = await client.query(`select distinct school_id from ${shard}`)
          expect(seen.rows.map((row) => row.school_id).filter((id) => id !== school)).toEqual([])
        }
      }
      await client.end()
    }
    expect(rows.length > 0).toBe(servers.isCluster)
  })
  it('which on a cluster is so by a setting of the app, without which a copy passes the policies by', async () => {
    const loose = new URL(appUrls()[0]!)
    loose.searchParams.set('options', '-c citus.enable_local_execution=on')
    const broken = await attack(admin, { url: loose.toString(), school: own, otherSchool: otherSchools[0]! })
    expect(broken.some((each) => each.startsWith('changed something'))).toBe(servers.isCluster)
  })
  it('the attacks above succeed once row-level security is off', async () => {
    await admin.query('alter table categories disable row level security')
    try {
      const broken = await attack(admin, { url: appUrls()[0]!, school: own, otherSchool: otherSchools[0]! })
      expect(broken).toContain(`reads categories of school ${otherSchools[0]} from ${own}`)
      expect(broken.some((each) => each.startsWith('changed something'))).toBe(true)
    } finally {
      await admin.query('alter table categories enable row level security')
    }
  })
})
