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

/** Tables of a cluster are not where they belong, in sentences for its administrator. */
export class Misplaced extends Error {
  /** True while tables are not spread: `migrate` ends with that, so a process may wait. */
  readonly mayPass: boolean

  constructor(faults: string[], { mayPass }: { mayPass: boolean }) {
    super(faults.join('\n'))
    this.mayPass = mayPass
  }
}

/**
 * Looks where the tables of a cluster lie.
 * @param plainTables tables that Citus need not know of
 * @param judged the tables that are looked at; all of them when it is not given
 */
export async function findMisplaced(
  client: ClientBase,
  plainTables: readonly string[],
  judged?: readonly string[],
): Promise<Misplaced | undefined> {
  const { rows } = await client.query<{ fault: string; may_pass: boolean }>(
    `select 'The coordinator has rows of schools: run db:distribute, and select citus_drain_node(nodename, nodeport) for it.' as fault,
      false as may_pass
      from pg_dist_node where groupid = 0 and (shouldhaveshards or exists (
        select from pg_dist_placement l join pg_dist_shard s using (shardid) join pg_dist_partition p using (logicalrelid)
        where l.groupid = 0 and p.partmethod = 'h'))
    union all
    select format('The table %s is not where it belongs: run db:distribute.', c.relname), true
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and p.logicalrelid is null and c.relname <> all ($1)
      and ($2::text[] is null or c.relname = any ($2))
    order by 1`,
    [plainTables, judged],
  )
  if (!rows.length) return undefined
  return new Misplaced(
    rows.map(({ fault }) => fault),
    { mayPass: rows.some(({ may_pass }) => may_pass) },
  )
}
