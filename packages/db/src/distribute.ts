import { distribute as distributeTables } from '@escola/db-citus'
import type { ClientBase } from 'pg'
import { ensureRoles } from './roles.ts'
import { rolePassword, runtimeRoles } from './urls.ts'

/**
 * Spreads the tables over the nodes of a cluster.
 * @param client connected to the coordinator, by a login that may do everything there
 * @param secret the installation's secret, from which the roles' passwords follow
 * @returns the tables that were spread by this call
 */
export const distribute = (client: ClientBase, secret: string): Promise<string[]> =>
  distributeTables(client, {
    ensure: () => ensureRoles(client, secret),
    runtime: runtimeRoles,
    passwordOf: (role) => rolePassword(secret, role),
  })
