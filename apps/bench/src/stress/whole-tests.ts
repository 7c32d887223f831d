import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '@escola/dev-services/project'
import { type Finding, none } from './finding.ts'

const runner = path.join(projectRoot, 'packages/dev-services/src/commands/test.ts')

/** Runs tests of the server with services of their own: those of the stack have other passwords. @returns whether all passed */
export async function passes(words: string[], env: Record<string, string>): Promise<boolean> {
  const run = spawn(process.execPath, [runner, 'server', ...words], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const [code] = (await once(run, 'exit')) as [number | null]
  return code === 0
}

/**
 * Runs the tests that the suite keeps small, whole: real processes are killed where it lets workers die within its own, and each random run is made many
 * times.
 */
export async function wholeTests(times: number): Promise<Finding[]> {
  const parts = {
    'tests of kills that failed': ['kill.test'],
    'tests of random runs that failed': [
      'property.test',
      'published-values',
      'edition-access',
      'access.routes',
      'sale-processing',
    ],
  }
  const seed = String(randomInt(2 ** 31))
  console.log(`Seed of the random runs: ${seed}`)
  const findings: Finding[] = []
  for (const [name, words] of Object.entries(parts)) {
    const isPassed = await passes(words, { KILLED_PROCESSES: '1', PROPERTY_FACTOR: String(times), PROPERTY_SEED: seed })
    findings.push(none(name, isPassed ? [] : ['some, which are named above']))
  }
  return findings
}
