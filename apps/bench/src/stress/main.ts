import { rm } from 'node:fs/promises'
import { type BenchSchool, makeSchools } from '../bench/bench-schools.ts'
import { type OwnBenchStack, startBenchStack } from '../bench/bench-stack.ts'
import { databaseStop, terminateStorm } from './bad-database.ts'
import { foreign } from './callers.ts'
import { clusterLife } from './cluster.ts'
import { type Finding, table } from './finding.ts'
import { fullDisk } from './full-disk.ts'
import { killRounds } from './kill-rounds.ts'
import { memoryAfterWork } from './memory.ts'
import { moneyUnderKills } from './money.ts'
import { overloadByCaller } from './overload.ts'
import { logFolder } from './parts.ts'
import { renewalsInStories } from './renewals.ts'
import { salesUnderKills } from './sales.ts'
import { wholeTests } from './whole-tests.ts'

/**
 * `pnpm stress [number] [kills] [sales] [money] [renewals] [storm] [stop] [memory] [disk] [overload] [tests] [cluster]`: all of them, and a hundred rounds,
 * unless said otherwise; the last where CITUS_URL is. For `overload` the number is the seconds of each flood, 60 unless said otherwise; for `renewals` that of
 * the stories, 200; for `tests` it is how many times the random runs of the suite are made, 10.
 */
const words = process.argv.slice(2).filter((word) => word !== '--')
const number = words.find((word) => /^\d+$/.test(word))
const rounds = Number(number ?? 100)
const parts: Record<string, (stack: OwnBenchStack, school: BenchSchool) => Promise<Finding[]>> = {
  memory: memoryAfterWork,
  stop: databaseStop,
  storm: terminateStorm,
  kills: (stack, school) => killRounds(stack, school, rounds),
  sales: (stack) => salesUnderKills(stack, rounds),
  money: (stack) => moneyUnderKills(stack),
  renewals: () => renewalsInStories(Number(number ?? 200)),
  disk: () => fullDisk(),
  overload: (stack, school) => overloadByCaller(stack, school, Number(number ?? 60)),
  tests: () => wholeTests(Number(number ?? 10)),
  cluster: () => clusterLife(process.env.CITUS_URL),
}
const chosen = words.filter((word) => Object.hasOwn(parts, word))

// Each process that was started has a listener.
process.setMaxListeners(0)
await rm(logFolder(), { recursive: true, force: true })
const findings: Finding[] = []
const stack = await startBenchStack()
try {
  const [school] = await makeSchools(stack, [1000])
  await makeOther(stack)
  for (const [name, run] of Object.entries(parts)) {
    if (chosen.length && !chosen.includes(name)) continue
    console.log(`── ${name}`)
    const found = await run(stack, school!)
    console.log(table(found))
    findings.push(...found)
  }
} finally {
  await stack.stop()
}
const broken = findings.filter(({ ok }) => !ok)
console.log(`\n${table(findings)}\n\n${broken.length ? `${broken.length} broken; logs in ${logFolder()}` : 'all kept'}`)
process.exit(broken.length ? 1 : 0)

/** Another school, whose rows no caller may see. */
async function makeOther({ admin }: OwnBenchStack) {
  await admin.query(
    `with other as (insert into schools (name, namespace) values ($1, 'outra') returning id),
      class as (insert into cohorts (school_id, title) select id, $1 from other)
      insert into courses (school_id, title, link, utc_published_on) select id, $1, 'outro', now() from other`,
    [foreign],
  )
}
