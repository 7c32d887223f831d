import { changeRole, isCluster, makeRolesOnNodes } from '@escola/db-citus'
import pg, { type ClientBase } from 'pg'
import { rolePassword, runtimeRoles } from './urls.ts'

const roles = ['escola_owner', ...runtimeRoles]

/** Makes missing roles, on the nodes of a cluster too, and gives the runtime roles the passwords that follow from the secret. */
export async function ensureRoles(client: ClientBase, secret: string) {
  const loginOf = new Map(
    runtimeRoles.map((role) => [role as string, ` login password ${pg.escapeLiteral(rolePassword(secret, role))}`]),
  )
  for (const role of roles) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    // With its password at once: another database of the server that is set up meanwhile proves the secret by a login.
    if (!rowCount) await changeRole(client, `create role ${role}${loginOf.get(role) ?? ''}`, existsAlready)
  }
  if (await isCluster(client)) await makeRolesOnNodes(client, roles)
  for (const [role, login] of loginOf) await changeRole(client, `alter role ${role}${login}`)
}

const existsAlready = (error: Error) =>
  error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? '')
