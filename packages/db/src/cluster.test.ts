import { checkConnection, NodeReads } from '@escola/db-citus'
import { isUnavailable, ListenedClient, openWire, SharedConnections } from '@escola/db-wire'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database } from './database.ts'
import { makeSchool } from './isolation.testing.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { at, serversAt } from './testing-cluster.ts'
import { addressOnNode, runtimeUrls } from './urls.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
/** Those that may have rows of schools, as administrator. */
let nodes: pg.Client[]
let database: Database
let schools: string[]
beforeAll(async () => {
  const serverUrl = process.env.TEST_DATABASE_URL ?? ''
  testDatabase = await createTestDatabase(serverUrl)
  const { urls } = await serversAt(serverUrl)
  const name = new URL(testDatabase.url).pathname.slice(1)
  const [first, ...others] = await Promise.all(
    urls.map(async (url) => {
      const client = new pg.Client({ connectionString: at(url, name) })
      await client.connect()
      return client
    }),
  )
  admin = first!
  nodes = others
  database = connectDatabase(runtimeUrls(testDatabase.url, testSecret), { readsFromNodes: true })
  schools = []
  for (let index = 0; index < 12; index++) schools.push(await makeSchool(admin, `Escola ${index}`, index + 1))
})
afterAll(async () => {
  await database.close()
  await Promise.all([admin, ...nodes].map((client) => client.end()))
  await testDatabase.drop()
})

/** Reads two tables, because a coordinator writes the values into the text of a look-up in one table. */
const kinds = `select c.title as kind from categories c
  where c.school_id = $1 and not exists (select from lessons l where l.school_id = $1 and l.title = c.title) order by c.id`
/** Query of each school's shard, in the order of the schools; without nodes it answers 0 for all. */
const shardsOf = () =>
  nodes.length
    ? `select get_shard_id_for_distribution_column('memberships', id) as shard from unnest($1::bigint[]) with ordinality s (id, position) order by position`
    : `select 0 as shard from unnest($1::bigint[])`

/** Asks again until one of the servers was asked in a text that was learned. On one PostgreSQL there is nothing to learn. */
async function untilLearned(servers: pg.Client[], pattern: string, ask: () => Promise<unknown>) {
  if (!nodes.length) return
  const running = 'select from pg_stat_activity where datname = current_database() and query like $1'
  await expect
    .poll(async () => {
      await ask()
      const seen = await Promise.all(servers.map((server) => server.query(running, [pattern])))
      return seen.some(({ rowCount }) => rowCount)
    })
    .toBe(true)
}

it('says what the coordinator says, when it asks the node that has the rows by itself', async () => {
  const text = `select c.title as mine, $2::uuid as session, c.id, $3::bigint + 1 as next, $4::timestamptz is null as nothing,
      (select json_agg(json_build_object('link', l.link)) from lessons l where l.school_id = $1) as lessons, array(select $5::text) as words
    from categories c where c.school_id = $1 and c.id >= $3::bigint`
  const values = ['00000000-0000-4000-8000-000000000000', '1', null, "it's"]
  for (const school of schools) {
    const ask = () => database.readSchool(school, { name: 'mine', text }, values)
    const before = await ask()
    expect(before).toMatchObject([{ mine: 'Categoria', next: '2', nothing: true, words: ["it's"] }])
    await untilLearned(nodes, 'select r.* from (%AS mine%', ask)
    expect(await ask()).toEqual(before)
  }
})

it('says what Citus says of tables that stay on the coordinator', async () => {
  const text = 'select name as named, $2::uuid as session, id from schools where id = $1::bigint'
  const ask = () => database.readPlatform({ name: 'named', text }, [schools[0]!, null])
  const before = await ask()
  expect(before).toEqual([{ named: 'Escola 0', session: null, id: schools[0] }])
  await untilLearned([admin], '%AS named%schools\\_1%', ask)
  expect(await ask()).toEqual(before)
})

it('shows a school its own rows alone, also beside others of the same node, which the tables there see to', async () => {
  const [own, ...others] = schools as [string, ...string[]]
  const { rows } = await admin.query<{ shard: string }>(shardsOf(), [schools])
  const neighbours = others.filter((_, index) => rows[index + 1]!.shard === rows[0]!.shard)
  expect(neighbours.length).toBeGreaterThan(0)
  const statement = {
    name: 'both',
    text: 'select school_id as whose from categories where school_id in ($1, $2::bigint)',
  }
  const ask = () => database.readSchool(own, statement, [neighbours[0]!])
  await untilLearned(nodes, 'select r.* from (%AS whose%', ask)
  expect(await ask()).toEqual([{ whose: own }])
  await admin.query('alter table categories disable row level security')
  try {
    expect(await ask()).toHaveLength(2)
  } finally {
    await admin.query('alter table categories enable row level security')
  }
  expect(await ask()).toEqual([{ whose: own }])
})

it('answers a plain look-up for each caller, whose value the coordinator puts into its text', async () => {
  const school = schools[3]!
  await admin.query(
    `insert into categories (school_id, id, title) overriding system value values ($1, 2000, 'Uma'), ($1, 2001, 'Outra')`,
    [school],
  )
  const statement = { name: 'plain', text: 'select title as plain from categories where school_id = $1 and id = $2' }
  const ask = () => Promise.all(['2000', '2001'].map((id) => database.readSchool(school, statement, [id])))
  for (let time = 0; time < 20; time++) expect(await ask()).toEqual([[{ plain: 'Uma' }], [{ plain: 'Outra' }]])
})

it('follows rows to another node at once', async () => {
  if (!nodes.length) return
  const school = schools[0]!
  const ask = () => database.readSchool(school, { name: 'kinds', text: kinds }, [])
  await untilLearned(nodes, 'select r.* from (%AS kind%', ask)
  const { rows } = await admin.query<{ shard: string }>(shardsOf(), [[school]])
  // Rows that move are copied as the tables' owner.
  await admin.query('alter role escola_owner bypassrls')
  try {
    await admin.query(
      `select citus_move_shard_placement(p.shardid, here.nodename, here.nodeport, there.nodename, there.nodeport, 'block_writes')
        from pg_dist_placement p join pg_dist_node here using (groupid), pg_dist_node there
        where p.shardid = $1 and there.groupid not in (0, p.groupid)`,
      [rows[0]!.shard],
    )
  } finally {
    await admin.query('alter role escola_owner nobypassrls')
  }
  await admin.query(
    `insert into categories (school_id, id, title) overriding system value values ($1, 1000, 'Depois')`,
    [school],
  )
  expect(await ask()).toEqual([{ kind: 'Categoria' }, { kind: 'Depois' }])
  await untilLearned(nodes, 'select r.* from (%AS kind%', ask)
  expect(await ask()).toEqual([{ kind: 'Categoria' }, { kind: 'Depois' }])
})

it('asks the coordinator where it cannot reach the node itself', async () => {
  if (!nodes.length) return
  const limits = { size: 1, maxWaiting: 100, answerWithinMillis: 5000 }
  const { app } = runtimeUrls(testDatabase.url, testSecret)
  const coordinator = new SharedConnections(
    () => new ListenedClient({ connectionString: app, pipeline: true }),
    checkConnection,
    limits,
  )
  let attempts = 0
  const run = <T>(ask: (client: pg.Client) => Promise<T>) => coordinator.run(ask)
  const reads = new NodeReads(openWire('fast'), { app: run, platform: run }, () => {
    attempts++
    const deadAddress = addressOnNode(app, { host: '127.0.0.1', port: 1 })
    return new SharedConnections(() => new ListenedClient(deadAddress), checkConnection, limits)
  })
  const ask = () => reads.readSchool(schools[1]!, { name: 'kinds', text: kinds }, [])
  await expect.poll(() => ask().then(() => attempts)).toBe(1)
  for (let time = 0; time < 20; time++) expect(await ask()).toEqual([{ kind: 'Categoria' }])
  await Promise.all([reads.close(), coordinator.close()])
})

it('calls a node away that leaves before what was written on it is kept', async () => {
  if (!nodes.length) return
  const writing = database.withSchool(schools[2]!, async (db) => {
    await db.insertInto('categories').values({ title: 'Nunca' }).execute()
    for (const node of nodes)
      await node.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and usename = 'escola_app'`,
      )
  })
  const failure = await writing.catch((error: unknown) => error)
  expect([String(failure), isUnavailable(failure)]).toEqual([String(failure), true])
})

it('reads through the coordinator alone unless it is told otherwise', async () => {
  if (!nodes.length) return
  const plain = connectDatabase(runtimeUrls(testDatabase.url, testSecret))
  const statement = { name: 'unlearned', text: kinds.replace('as kind', 'as unlearned') }
  for (let time = 0; time < 50; time++)
    expect(await plain.readSchool(schools[4]!, statement, [])).toEqual([{ unlearned: 'Categoria' }])
  const running = `select from pg_stat_activity where datname = current_database() and query like 'select r.* from (%unlearned%'`
  for (const node of nodes) expect((await node.query(running)).rowCount).toBe(0)
  await plain.close()
})

it('reads from nodes on the fast wire alone', () => {
  const connect = () =>
    connectDatabase(runtimeUrls(testDatabase.url, testSecret), { wire: 'plain', readsFromNodes: true })
  expect(connect).toThrow('takes the fast wire')
})
