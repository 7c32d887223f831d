import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { at, dropDatabase, makeDatabase, serversAt, type TestServers } from '@escola/db/testing'
import type { Bench } from './bench.ts'
import { makeSchools } from './bench-schools.ts'
import { type BenchStack, startStackOn } from './bench-stack.ts'
import { busiest } from './calls.ts'
import type { Figure } from './figure.ts'
import { compareLoads, words } from './in-turns.ts'
import { load } from './load.ts'

/** Schools of a hundred students: enough to lie on every node. */
const studentsOf: number[] = Array(20).fill(100)

/** The busiest calls on the cluster at CITUS_URL beside one PostgreSQL, on as many of its nodes as there are. Without a cluster there is nothing to measure. */
export async function benchCitus(bench: Bench): Promise<Figure[]> {
  const { CITUS_URL } = process.env
  if (!CITUS_URL) {
    console.log('CITUS_URL names no cluster, so none is measured.')
    return []
  }
  const { urls } = await serversAt(CITUS_URL)
  const figures: Figure[] = []
  for (const workers of [1, 2, 4].filter((count) => count < urls.length))
    figures.push(...(await onNodes({ urls: urls.slice(0, workers + 1), isCluster: true }, await bench.stack())))
  return figures
}

async function onNodes(servers: TestServers, single: BenchStack): Promise<Figure[]> {
  const nodes = `${servers.urls.length - 1} nodes, all on this machine`
  const name = `escola_bench_${process.pid}`
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-bench-'))
  await makeDatabase(servers, name)
  const cluster = await startStackOn(at(servers.urls[0]!, name), folder)
  await cluster.admin.query(`alter database ${name} set citus.enable_stat_counters = on`)
  const figures: Figure[] = []
  try {
    const [singleSchools, clusterSchools] = [
      await makeSchools(single, studentsOf),
      await makeSchools(cluster, studentsOf),
    ]
    const [floor, api] = [await single.serveApi(), await cluster.serveApi()]
    for (const [call, ask] of Object.entries(busiest)) {
      const listCalls = (schools: typeof singleSchools) =>
        schools.flatMap((school) => school.studentTokens.map((token) => ask(school, token)))
      const { ratio, base, value } = await compareLoads(
        () => load(floor.port, listCalls(singleSchools)),
        () => load(api.port, listCalls(clusterSchools)),
      )
      const answer = { name: `${call}: ${nodes}`, value: words(value), floor: `${words(base)} (one PostgreSQL)` }
      figures.push({ ...answer, ratio, percent: true, target: 'at least 25 %', ok: ratio >= 0.25 })
    }
    await api.stop()
    await floor.stop()
    figures.push(await countSingleShard(cluster, nodes))
  } finally {
    await cluster.stop()
    await dropDatabase(servers, name)
    await rm(folder, { recursive: true, force: true })
  }
  return figures
}

/** How many of the statements about schools' rows that the coordinator passed on asked exactly one shard; most reads go to the nodes by themselves. */
async function countSingleShard({ admin }: BenchStack, nodes: string): Promise<Figure> {
  const { rows } = await admin.query<{ single: string; more: string }>(
    `select query_execution_single_shard as one, query_execution_multi_shard as more from citus_stat_counters
      where name = current_database()`,
  )
  const { single, more } = rows[0]!
  return {
    name: `statements of these calls that the coordinator passed on, to one shard: ${nodes}`,
    value: `${single} of ${Number(single) + Number(more)}`,
    floor: '',
    target: 'all',
    ok: more === '0' && single !== '0',
  }
}
