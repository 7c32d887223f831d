import { createHmac } from 'node:crypto'
import { isRefusedLogin } from '@escola/db-wire'
import pg, { type ClientBase } from 'pg'
import { runtimeUrls } from './urls.ts'

/** Tells whether two secrets are the same without telling either. Notes of backups keep it too. */
export const markOf = (secret: string) => createHmac('sha256', secret).update('backup').digest('base64url')

export const otherSecret =
  'ESCOLA_SECRET is not the secret of this database: what the database has sealed, and every link that was mailed, opens with that one alone. Bring it back.'

/**
 * Refuses a secret that is not this installation's, before the roles get its passwords: processes that run would lose their logins. A database
 * that has no mark yet proves the secret by a login.
 * @param client logged in as the administrator
 * @param takesRoles an operator says that the server's roles may get other passwords
 */
export async function requireKnownSecret(
  client: ClientBase,
  { adminUrl, secret, takesRoles = false }: { adminUrl: string; secret: string; takesRoles?: boolean },
): Promise<void> {
  const marks = await listMarks(client)
  if (marks.length) {
    if (!marks.includes(markOf(secret))) throw new Error(otherSecret)
    return
  }
  if (takesRoles || !(await hasRoles(client))) return
  const refusal = await findRefusal(runtimeUrls(adminUrl, secret).app)
  if (refusal)
    throw new Error(
      `The server has the role escola_app already, and refuses it the password that follows from ESCOLA_SECRET (${refusal}). Either this is not the installation's secret, or the roles are those of another installation on the same server. To give them new passwords all the same, which locks every process out that has the old ones: --take-roles.`,
    )
}

/** Records the secret whose passwords the roles have now. */
export async function recordSecret(client: ClientBase, secret: string): Promise<void> {
  await client.query('insert into migrations.secrets (mark) values ($1) on conflict do nothing', [markOf(secret)])
}

async function listMarks(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('migrations.secrets') is not null as "isThere"`,
  )
  if (!rows[0]!.isThere) return []
  return (await client.query<{ mark: string }>('select mark from migrations.secrets')).rows.map(({ mark }) => mark)
}

const hasRoles = async (client: ClientBase) =>
  Boolean((await client.query(`select from pg_roles where rolname = 'escola_app'`)).rowCount)

/** @returns the server's words, when it refuses the login; any other failure is thrown */
async function findRefusal(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    if (!isRefusedLogin(error)) throw error
    return (error as Error).message
  } finally {
    await client.end().catch(() => undefined)
  }
}
