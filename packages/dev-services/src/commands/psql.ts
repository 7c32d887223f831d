import { spawn } from 'node:child_process'
import pg from 'pg'
import { runningDatabaseUrl } from '../database-address.ts'
import { dataDirOf } from '../project.ts'

/** Opens psql on the database of `pnpm dev`, whatever its DATA_DIR is, or of DATABASE_URL, or runs the one statement that is given, for which no psql is needed. */
const statement = process.argv.slice(2).join(' ').trim()
try {
  const url = process.env.DATABASE_URL || (await runningDatabaseUrl(dataDirOf(process.env)))
  if (statement) await run(url, statement)
  else await open(new URL(url))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function run(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Several statements have several results.
    for (const { command, rowCount, rows } of [await client.query(text)].flat()) {
      if (rows.length > 0) console.table(rows)
      console.log(`${command} ${rowCount ?? ''}`.trim())
    }
  } finally {
    await client.end()
  }
}

/** The password travels in the environment, because every user of the machine sees a command line. */
function open(url: URL): Promise<void> {
  const env = {
    ...process.env,
    PGHOST: url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? 'prefer',
  }
  // Ctrl-C ends a statement of psql's, and not this process.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve, reject) => {
    const child = spawn('psql', { env, stdio: 'inherit' })
    child.once('error', () =>
      reject(new Error('psql is not installed. One statement needs none: pnpm db:psql "select count(*) from users"')),
    )
    child.once('exit', (code) => {
      process.exitCode = code ?? 1
      resolve()
    })
  })
}
