import type { ClientBase } from 'pg'

/** Settings of escola_app without which a statement of one school reaches another's rows on the node that was asked, or no node learns the school. */
export const appSettings = { 'citus.propagate_set_commands': 'local', 'citus.enable_local_execution': 'off' } as const

/** Connections to the coordinator of a cluster. */
const coordinators = new WeakSet<ClientBase>()

export const isCoordinator = (client: ClientBase) => coordinators.has(client)

/** Whether the database may be spread over nodes: it has the extension. */
export async function isCluster(client: ClientBase): Promise<boolean> {
  return Boolean((await client.query(`select from pg_extension where extname = 'citus'`)).rowCount)
}

/**
 * Runs once on each connection before it is used.
 * @throws when the database is spread and the connection's settings would not keep schools apart there
 */
export async function checkConnection(client: ClientBase): Promise<void> {
  if (!(await isCluster(client))) return
  coordinators.add(client)
  await checkSettings(client)
}

/**
 * Runs once on each connection that asks a node for its own rows.
 * @throws as checkConnection does
 */
export async function checkSettings(client: ClientBase): Promise<void> {
  const wrong = Object.entries(appSettings).map(
    ([name, value]) => `select '${name} = ${value}' as needed where current_setting('${name}') <> '${value}'`,
  )
  const { rows } = await client.query<{ needed: string }>(`
    select needed from (${wrong.join(' union all ')}) wrong
    where current_user = 'escola_app' and exists (select from pg_dist_partition where partmethod = 'h')`)
  if (rows.length)
    throw new Error(
      `The role escola_app must have ${rows.map(({ needed }) => needed).join(' and ')}: run db:distribute.`,
    )
}

/**
 * Lists the faults of where the tables lie, as sentences for the cluster's administrator.
 * @param plainTables tables that Citus need not know of
 */
export async function misplacedTables(client: ClientBase, plainTables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(
    `select 'The coordinator has rows of schools: run db:distribute, and select citus_drain_node(nodename, nodeport) for it.' as fault
      from pg_dist_node where groupid = 0 and (shouldhaveshards or exists (
        select from pg_dist_placement l join pg_dist_shard s using (shardid) join pg_dist_partition p using (logicalrelid)
        where l.groupid = 0 and p.partmethod = 'h'))
    union all
    select format('The table %s is not where it belongs: run db:distribute.', c.relname)
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and p.logicalrelid is null and c.relname <> all ($1)
    order by 1`,
    [plainTables],
  )
  return rows.map(({ fault }) => fault)
}
