import { changeRole, isCluster, makeRolesOnNodes } from '@escola/db-citus'
import pg, { type ClientBase } from 'pg'
import { rolePassword, runtimeRoles } from './urls.ts'

const roles = ['escola_owner', ...runtimeRoles]

/** Makes missing roles, on the nodes of a cluster too, and gives the runtime roles the passwords that follow from the secret. */
export async function ensureRoles(client: ClientBase, secret: string) {
  for (const role of roles) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (!rowCount) await changeRole(client, `create role ${role}`, existsAlready)
  }
  if (await isCluster(client)) await makeRolesOnNodes(client, roles)
  for (const role of runtimeRoles) {
    await changeRole(client, `alter role ${role} login password ${pg.escapeLiteral(rolePassword(secret, role))}`)
  }
}

const existsAlready = (error: Error) =>
  error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? '')
