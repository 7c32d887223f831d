import { parseArgs } from 'node:util'
import { connectDatabase } from '@escola/db'
import { readStripe } from '../config/stripe-config.ts'
import { readDatabase, readStore } from '../config.ts'
import { version } from '../core/version.ts'
import { listSchools } from '../features/messages/held-mail.service.ts'
import { jobAnswerMillis } from '../jobs/job-answer.ts'
import { createPaymentProvider } from '../payments/payment-provider.ts'
import type { Check, CheckTools, Findings } from './checks/check.ts'
import { files } from './checks/files.ts'
import { jobs } from './checks/jobs.ts'
import { mails } from './checks/mails.ts'
import { money } from './checks/money.ts'
import { proxy } from './checks/proxy.ts'
import { schema } from './checks/schema.ts'
import { support } from './checks/support.ts'

/** Checks, of which the first must pass before the others can read anything. */
const checks: Check[] = [schema, money, files, mails, jobs, proxy, support]

/**
 * Examines an installation and says what has to be mended: node apps/server/src/commands/doctor.ts [--stopped] [names of checks]. It ends with 1 when
 * anything has. It only reads.
 */
const problems: string[] = []
const { isStopped, chosen } = readArguments()
const { env } = process
const { ESCOLA_SECRET: secret = '' } = env
const urls = readDatabase(env, secret, problems)
const provider = createPaymentProvider(readStripe(env, problems))
const filesAt = env.FILES_DIR || env.S3_BUCKET ? readStore(env, problems) : undefined
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(2)
}
const database = connectDatabase(urls, { answerWithinMillis: jobAnswerMillis })
const tools: CheckTools = {
  database,
  urls,
  secret,
  provider,
  filesAt,
  schoolIds: [],
  isStopped,
  env,
  now: () => new Date(),
}
let faults = 0
try {
  console.log(`Escola ${version}`)
  report(schema, await look(schema))
  if (faults > 0) console.error('The other checks wait for the schema: run the migrations, or the right release.')
  else {
    tools.schoolIds = await database.withPlatform(listSchools)
    for (const check of chosen) if (check !== schema) report(check, await look(check))
  }
} finally {
  await database.close()
}
process.exitCode = faults ? 1 : 0

/** Runs one check. One that fails counts as a fault, and the others still run. */
async function look(check: Check): Promise<Findings> {
  return check.look(tools).catch((error: Error) => ({ summary: 'not looked at', faults: [error.message] }))
}

function report({ name }: Check, { summary, faults: found = [], warnings = [] }: Findings): void {
  for (const sentence of [...found, ...warnings]) console.error(`${name}: ${sentence}`)
  console.log(`${name}: ${summary}`)
  faults += found.length
}

function readArguments(): { isStopped: boolean; chosen: Check[] } {
  const options = { stopped: { type: 'boolean', default: false } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const unknown = positionals.find((word) => !checks.some(({ name }) => name === word))
    if (unknown) throw new Error()
    const chosen = positionals.length ? checks.filter(({ name }) => positionals.includes(name)) : checks
    return { isStopped: values.stopped, chosen }
  } catch {
    console.error(`usage: doctor.ts [--stopped] [${checks.map(({ name }) => name).join(' | ')}]`)
    process.exit(2)
  }
}
