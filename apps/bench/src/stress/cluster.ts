import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { distribute } from '@escola/db/distribute'
import { at, dropDatabase, onServer, serversAt } from '@escola/db/testing'
import { startProxy } from '@escola/server/testing/database-proxy'
import pg from 'pg'
import { makeSchools } from '../bench/bench-schools.ts'
import { startStackOn } from '../bench/bench-stack.ts'
import { begunIn, ms, percentile, shares } from './answers.ts'
import { type Answer, Callers } from './callers.ts'
import { type Finding, none } from './finding.ts'
import { compare } from './kill-rounds.ts'
import { startPrograms } from './parts.ts'
import { untilSettled } from './settled.ts'

const schoolCount = 200
const studentsEach = 500
/** Enough to be on every node. */
const usedSchools = 12

/**
 * One machine becomes a cluster while the product runs, then gets a node more, then loses one for a while: infra/runbooks/outgrow-one-machine.md, step
 * by step. At CITUS_URL is a coordinator with two nodes; only the second is added late, and through a proxy, so that it can vanish.
 */
export async function clusterLife(citusUrl: string | undefined): Promise<Finding[]> {
  if (!citusUrl) return []
  const servers = await serversAt(citusUrl)
  const [coordinator, first, second] = servers.urls as [string, string, string]
  const database = `escola_stress_${process.pid}`
  for (const url of servers.urls) await onServer(url, 'postgres', (client) => makeAlone(client, database))
  const proxy = await startProxy(second)
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-stress-'))
  const stack = await startStackOn(at(coordinator, database), folder)
  const { api, worker, apiUrl } = await startPrograms(stack)
  try {
    const schools = await makeSchools(stack, Array(schoolCount).fill(studentsEach))
    const callers = schools.slice(0, usedSchools).map((school) => new Callers(apiUrl, school))
    for (const each of callers) each.begin(4, 100)
    const life = new Life(callers)
    await wait(10_000)
    const findings = [
      await life.during('one machine becomes a cluster', { mayRefuse: true }, () =>
        moveIn(
          stack.admin,
          stack.env.ESCOLA_SECRET!,
          [coordinator, first, second].map((url) => at(url, database)),
          first,
        ),
      ),
      await life.during('nothing happens on the cluster', {}, () => wait(10_000)),
      // A shard that is taken over at last may be waited for in a circle, which ends with a refusal.
      await life.during('a node is added and shards move to it', { mayRefuse: true }, () =>
        addNode(stack.admin, proxy.through(second)),
      ),
    ]
    const away = await schoolsOn(stack.admin, proxy.through(second))
    findings.push(
      ...(await life.measureWhileAway(away, async () => {
        proxy.decide(() => 'drop')
        proxy.cut()
        await wait(20_000)
        proxy.decide(() => 'pass')
      })),
      await life.during('the node is back', {}, () => wait(10_000)),
    )
    await Promise.all(callers.map((each) => each.end()))
    findings.push(none('jobs that were not done', await untilSettled(stack.databaseUrl)))
    const compared = (await Promise.all(callers.map((each) => compare(stack, each)))).flat()
    findings.push(
      none(
        `promises that were not kept, of ${callers.reduce((sum, { emails, classes }) => sum + emails.size + classes.size, 0)}`,
        compared.filter(({ ok }) => !ok).map(({ name, seen }) => `${name}: ${seen}`),
      ),
    )
    findings.push(
      none(
        'other answers',
        callers.flatMap(({ wrong }) => [...wrong].map(([what, count]) => `${count} × ${what}`)),
      ),
      none('processes that ended', [...api.ends, ...worker.ends]),
    )
    return findings
  } finally {
    await Promise.all([api.kill(), worker.kill()])
    await stack.stop()
    await dropDatabase(servers, database)
    await proxy.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes a database on one node alone, as on separate servers. */
async function makeAlone(client: pg.Client, database: string) {
  await client.query('set citus.enable_create_database_propagation = off')
  await client.query(`create database ${database}`)
}

async function moveIn(admin: pg.Client, secret: string, databases: string[], first: string) {
  for (const url of databases) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create extension citus')
    await client.end()
  }
  const [coordinator, node] = [new URL(databases[0]!), new URL(first)]
  await admin.query('select citus_set_coordinator_host($1, $2)', [coordinator.hostname, Number(coordinator.port)])
  await admin.query('select citus_add_node($1, $2)', [node.hostname, Number(node.port)])
  await distribute(admin, secret)
}

async function addNode(admin: pg.Client, url: string) {
  const { hostname, port } = new URL(url)
  await admin.query('select citus_add_node($1, $2)', [hostname, Number(port)])
  // Moved rows are copied as their owner, whom the policies would hold back.
  await admin.query('alter role escola_owner bypassrls')
  await admin.query('select citus_rebalance_start()')
  await admin.query('select citus_rebalance_wait()')
  await admin.query('alter role escola_owner nobypassrls')
}

async function schoolsOn(admin: pg.Client, url: string): Promise<Set<string>> {
  const { rows } = await admin.query<{ id: string }>(
    `select id from schools where (select nodeport from citus_shards
      where shardid = get_shard_id_for_distribution_column('memberships', schools.id)) = $1`,
    [Number(new URL(url).port)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Collects the answers that the callers got during an event. */
class Life {
  readonly #callers: Callers[]
  constructor(callers: Callers[]) {
    this.#callers = callers
  }

  /** @param mayRefuse whether 503 is an answer */
  async during(name: string, { mayRefuse = false }, happen: () => Promise<unknown>): Promise<Finding> {
    const from = performance.now()
    await happen()
    const took = performance.now() - from
    await wait(2000)
    const answers = this.#answersIn(from, from + took)
    const ok = answers.every(({ status }) => isWhole(status) || (mayRefuse && status === 503))
    console.log(`${name}: ${ms(took)}; ${words(answers)}`)
    return { name, seen: `${ms(took)}; ${words(answers)}`, expected: mayRefuse ? '2xx or 503' : '2xx', ok }
  }

  /** Only the schools of a node are refused while it is away. */
  async measureWhileAway(away: Set<string>, happen: () => Promise<unknown>): Promise<Finding[]> {
    const from = performance.now()
    await happen()
    const to = performance.now()
    await wait(2000)
    const of = (isAway: boolean) =>
      this.#callers
        .filter(({ schoolId }) => away.has(schoolId) === isAway)
        .flatMap(({ answers }) => begunIn(answers, from + 2000, to - 4000))
    return [
      {
        name: 'a node is away: its schools',
        seen: words(of(true)),
        expected: '503',
        ok: of(true).length > 0 && of(true).every(({ status }) => status === 503),
      },
      {
        name: 'a node is away: the other schools',
        seen: words(of(false)),
        expected: '2xx',
        ok: of(false).length > 0 && of(false).every(({ status }) => isWhole(status)),
      },
    ]
  }

  #answersIn = (from: number, to: number): Answer[] =>
    this.#callers.flatMap(({ answers }) => begunIn(answers, from, to))
}

const isWhole = (status: number) => status >= 200 && status < 300
const words = (answers: Answer[]) => {
  const refused = answers.filter(({ status }) => status === 503)
  const span = refused.length
    ? Math.max(...refused.map((answer) => answer.endedAt)) - Math.min(...refused.map((answer) => answer.startedAt))
    : 0
  return `${shares(answers)}; p99 ${ms(percentile(answers, 0.99))}, slowest ${ms(percentile(answers, 1))}${span ? `; refusals within ${ms(span)}` : ''}`
}
