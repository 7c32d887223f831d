import type { ClientBase } from 'pg'
import { changeRole } from './change-role.ts'
import { appSettings, findMisplaced, isCluster } from './cluster.ts'
import {
  coordinatorTables,
  firstTable,
  plainTables,
  spreadingOrder,
  staysTogether,
  type TableKey,
} from './placement.ts'
import { takeTurn } from './turn.ts'

/** The product's roles, which the caller knows. */
export interface ClusterRoles {
  /** Makes the missing roles on the coordinator and on every node. */
  ensure(): Promise<void>
  /** The logins of the running product, whose connections end when tables are spread. */
  runtime: readonly string[]
  passwordOf(role: 'escola_owner' | 'escola_app' | 'escola_platform'): string
}

/**
 * Spreads the tables of a migrated database over the nodes that its coordinator knows. A table that is spread already stays as it is. All or
 * nothing; readers and writers wait for the end.
 * @param client connected to the coordinator, by a login that may do everything there
 * @returns the tables that were spread by this call
 */
export async function distribute(client: ClientBase, roles: ClusterRoles): Promise<string[]> {
  await requireNodes(client)
  await takeTurn(client)
  try {
    await roles.ensure()
    await grantRolesOnNodes(client)
    await allowRoleLogins(client, roles)
    await prepareSession(client)
    const places = await placesOf(client)
    if (places.some((each) => !each.is_spread)) await lockEverything(client, places, roles)
    else await client.query('begin')
    const spread = await spreadTables(client, places)
    await deleteCopies(client)
    // Connections from before lack the roles' new settings and must not meet a table that is spread.
    if (spread.length) await endConnections(client, roles)
    await client.query('commit')
    await requirePlaces(client)
    return spread
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.query('select pg_advisory_unlock(727001)')
  }
}

async function requireNodes(client: ClientBase) {
  if (!(await isCluster(client)))
    throw new Error('This database has no Citus: create extension citus, and tell the coordinator of its nodes.')
  const { rows } = await client.query<{ workers: number; coordinators: number }>(`
    select count(*) filter (where groupid <> 0)::int as workers, count(*) filter (where groupid = 0)::int as coordinators
    from pg_dist_node where isactive and noderole = 'primary'`)
  const { workers, coordinators } = rows[0]!
  if (!coordinators)
    throw new Error('The coordinator does not know its own address: select citus_set_coordinator_host(…) first.')
  if (!workers) throw new Error('The coordinator knows no other node: select citus_add_node(…) first.')
  // A node that is asked and has the rows itself copies them without asking row-level security.
  await client.query(
    `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false) from pg_dist_node where groupid = 0 and shouldhaveshards`,
  )
}

/**
 * Sets the roles so that nodes learn the school of a transaction too, that no node writes rows of its own past row-level security, and that the
 * queue's own tables stay where they are.
 */
async function grantRolesOnNodes(client: ClientBase) {
  for (const [name, value] of Object.entries(appSettings))
    await changeRole(client, `alter role escola_app set ${name} = '${value}'`)
  await changeRole(client, 'alter role escola_queue set citus.enable_ddl_propagation = off')
}

/**
 * Nodes ask the coordinator for passwords if their pg_hba.conf says so. The coordinator opens a connection in the name of each role, also of
 * the owner, which logs in nowhere else. An entry that an administrator wrote instead of a password, a certificate say, stays.
 */
async function allowRoleLogins(client: ClientBase, { passwordOf }: ClusterRoles) {
  const ownerPassword = client.escapeLiteral(passwordOf('escola_owner'))
  await changeRole(client, `alter role escola_owner login password ${ownerPassword}`)
  for (const role of ['escola_owner', 'escola_app', 'escola_platform'] as const)
    await client.query(
      `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)
      on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo where pg_dist_authinfo.authinfo like 'password=%'`,
      [role, `password=${passwordOf(role)}`],
    )
}

/** Prepares a session that changes tables of a cluster. Keys from one table to another stay while only one of the two has moved. */
export async function prepareSession(client: ClientBase) {
  await client.query(`set citus.enable_local_reference_table_foreign_keys = off`)
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  await client.query(`set client_min_messages = warning`)
}

interface Place {
  name: string
  is_spread: boolean
  has_school: boolean
}

async function placesOf(client: ClientBase): Promise<Place[]> {
  const { rows } = await client.query<Place>(
    `select c.relname as name, p.logicalrelid is not null as is_spread,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped) as has_school
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1) order by c.relname`,
    [plainTables],
  )
  return rows
}

/** The foreign keys of the database's tables. */
export async function listKeys(client: ClientBase): Promise<TableKey[]> {
  const { rows } = await client.query<TableKey>(
    `select distinct child.relname as child, parent.relname as parent from pg_constraint k
      join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
      where k.contype = 'f' and child.relnamespace = 'public'::regnamespace`,
  )
  return rows
}

/**
 * Begins a transaction that has every table to itself, so that none waits for another half-way. The product's connections are ended just
 * before, because under load some transaction would always wait in a circle with this one; then, and after two seconds, this one gives
 * way and begins again.
 */
async function lockEverything(client: ClientBase, places: Place[], roles: ClusterRoles) {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await endConnections(client, roles)
      await client.query(`set local lock_timeout = '2s'`)
      await client.query(`lock table ${places.map(({ name }) => name).join()} in access exclusive mode`)
      return await client.query('set local lock_timeout = 0')
    } catch (error) {
      await client.query('rollback')
      const { code } = error as { code?: string }
      if (attempt === 100 || (code !== '40P01' && code !== '55P03')) throw error
    }
  }
}

async function spreadTables(client: ClientBase, places: Place[]): Promise<string[]> {
  const waiting = new Map(places.filter((each) => !each.is_spread).map((each) => [each.name, each]))
  const distributed = places.map(({ name }) => name).filter((name) => !staysTogether.has(name))
  // A database that is not migrated to the last file lacks some of them.
  const onCoordinator = coordinatorTables.filter((name) => places.some((each) => each.name === name))
  const spread: string[] = []
  const move = async (name: string, text: string) => {
    if (!waiting.has(name)) return
    await client.query(text, [name])
    spread.push(name)
  }
  const numbers = await numbersOf(
    client,
    onCoordinator.filter((name) => waiting.has(name)),
  )
  await dropKeysToCoordinator(client, onCoordinator)
  for (const name of spreadingOrder(distributed, await listKeys(client))) {
    if (waiting.has(name) && !waiting.get(name)!.has_school)
      throw new Error(`${name} has no school_id; say in placement.ts where it belongs`)
    const colocation = name === firstTable ? '' : `, colocate_with => '${firstTable}'`
    await move(name, `select create_distributed_table($1, 'school_id'${colocation})`)
  }
  // A table takes along those that its keys point to.
  for (const name of onCoordinator)
    await move(
      name,
      `select citus_add_local_table_to_metadata(c.oid, cascade_via_foreign_keys => true) from pg_class c
        where c.oid = $1::text::regclass and not exists (select from pg_dist_partition where logicalrelid = c.oid)`,
    )
  // Citus keeps the rows, but begins their sequences again and drops the grants on them.
  for (const { sequence, value, isUsed } of numbers)
    await client.query('select setval($1, $2, $3)', [sequence, value, isUsed])
  await client.query('grant usage on all sequences in schema public to escola_app, escola_platform')
  return spread
}

/**
 * Deletes the rows that stay behind on the coordinator when a table is spread: no statement sees them, so an erasure would miss them, and a
 * migration that asks every row for a new column's value would find them without one.
 */
export async function deleteCopies(client: ClientBase) {
  await client.query(
    `select truncate_local_data_after_distributing_table(logicalrelid) from pg_dist_partition
      where partmethod = 'h' and pg_relation_size(logicalrelid) > 0`,
  )
}

/** No foreign key can lead from a node to the coordinator: a school's row is held to its school by its policy, and names users by ids that exist. */
async function dropKeysToCoordinator(client: ClientBase, onCoordinator: string[]) {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select conrelid::regclass::text as table, conname as key from pg_constraint
      where contype = 'f' and confrelid = any ($1::text[]::regclass[]) and conrelid <> all ($1::text[]::regclass[])`,
    [onCoordinator],
  )
  for (const { table, key } of rows) await client.query(`alter table ${table} drop constraint ${key}`)
}

async function numbersOf(client: ClientBase, tables: string[]) {
  const { rows } = await client.query<{ sequence: string }>(
    `select pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence from pg_attribute
      where attrelid = any ($1::text[]::regclass[]) and attidentity <> ''`,
    [tables],
  )
  const numbers: { sequence: string; value: string; isUsed: boolean }[] = []
  for (const { sequence } of rows) {
    const text = `select last_value as value, is_called as "isUsed" from ${sequence}`
    numbers.push({ sequence, ...(await client.query<{ value: string; isUsed: boolean }>(text)).rows[0]! })
  }
  return numbers
}

async function endConnections(client: ClientBase, { runtime }: ClusterRoles) {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = any($1) and pid <> pg_backend_pid()`,
    [runtime],
  )
}

/**
 * Any role may call it.
 * @param judged the tables that must be where they belong; all of them when it is not given
 * @throws Misplaced
 */
export async function requirePlaces(client: ClientBase, judged?: readonly string[]) {
  if (!(await isCluster(client))) return
  const fault = await findMisplaced(client, plainTables, judged)
  if (fault) throw fault
}
