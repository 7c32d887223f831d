import type { ClientBase } from 'pg'
import { appSettings, isCluster, misplacedTables } from './cluster.ts'
import { changeRole, ensureRoles } from './roles.ts'
import { rolePassword, runtimeRoles } from './urls.ts'

/**
 * On the coordinator alone, which knows that they are: what is asked before a school is known, or across schools. As copies on every node, people and
 * schools could not be written while any node is away.
 */
const coordinatorTables = [
  'users',
  'schools',
  'sessions',
  'email_tokens',
  'familiar_addresses',
  'outbox',
  'person_schools',
  'sales_lookups',
]
/** The same, and nothing else points to or from it. */
const plainTables = [
  'rate_counters',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'one_time_tokens',
  'former_namespaces',
  'school_domains',
]
/** The tables whose rows all lie on one node. */
export const staysTogether = new Set([...coordinatorTables, ...plainTables])
/** Everything else goes by school_id; what others point to comes first. */
const parentsFirst = [
  'memberships',
  'categories',
  'courses',
  'modules',
  'files',
  'cohorts',
  'lessons',
  'threads',
  'access_api_integrations',
  'certificate_templates',
  'imports',
  'platform_visits',
]

/**
 * Spreads the tables of a migrated database over the nodes that its coordinator knows. What is spread already stays as it is. All or nothing;
 * whoever reads or writes meanwhile waits for the end.
 * @param client connected to the coordinator, by a login that may do everything there
 * @param secret the installation's, from which the roles' passwords follow
 * @returns the tables that were spread now
 */
export async function distribute(client: ClientBase, secret: string): Promise<string[]> {
  await requireNodes(client)
  await client.query('select pg_advisory_lock(727001)')
  try {
    await ensureRoles(client, secret)
    await letRolesWorkOnNodes(client)
    await letRolesLogInOnNodes(client, secret)
    await prepareSession(client)
    const places = await placesOf(client)
    if (places.some((each) => !each.is_spread)) await holdEverything(client, places)
    else await client.query('begin')
    const spread = await spreadTables(client, places)
    // Whoever was connected before has none of the roles' new settings, and must not meet a table that is spread.
    if (spread.length) await endConnections(client)
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
 * The school of a transaction is told to the nodes too; nothing is written past row-level security, as a node does with rows of its own;
 * and the queue's own tables stay where they are.
 */
async function letRolesWorkOnNodes(client: ClientBase) {
  for (const [name, value] of Object.entries(appSettings))
    await changeRole(client, `alter role escola_app set ${name} = '${value}'`)
  await changeRole(client, 'alter role escola_queue set citus.enable_ddl_propagation = off')
}

/**
 * Nodes ask the coordinator for passwords where their pg_hba.conf says so. A role's connection to them is opened in its name, also that of
 * the owner, who logs in nowhere else. What an administrator wrote instead of a password, a certificate say, stays.
 */
async function letRolesLogInOnNodes(client: ClientBase, secret: string) {
  const owners = client.escapeLiteral(rolePassword(secret, 'escola_owner'))
  await changeRole(client, `alter role escola_owner login password ${owners}`)
  for (const role of ['escola_owner', 'escola_app', 'escola_platform'] as const)
    await client.query(
      `insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, $1, $2)
      on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo where pg_dist_authinfo.authinfo like 'password=%'`,
      [role, `password=${rolePassword(secret, role)}`],
    )
}

/** For whoever changes tables of a cluster. Keys from one table to another stay while only one of the two has moved. */
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

/**
 * Begins a transaction that has every table to itself, so that none waits for another half-way. Whoever is connected is sent away just before, or
 * under load there is always somebody to wait for in a circle; then, and after two seconds, this one gives way and comes again.
 */
async function holdEverything(client: ClientBase, places: Place[]) {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await endConnections(client)
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
  const spread: string[] = []
  const move = async (name: string, text: string) => {
    if (!waiting.has(name)) return
    await client.query(text, [name])
    spread.push(name)
  }
  const numbers = await numbersOf(
    client,
    coordinatorTables.filter((name) => waiting.has(name)),
  )
  await dropKeysToCoordinator(client)
  for (const name of new Set([...parentsFirst, ...distributed])) {
    if (waiting.has(name) && !waiting.get(name)!.has_school)
      throw new Error(`${name} has no school_id; say in distribute.ts where it belongs`)
    const beside = name === parentsFirst[0] ? '' : `, colocate_with => '${parentsFirst[0]}'`
    await move(name, `select create_distributed_table($1, 'school_id'${beside})`)
  }
  // One takes along those that its keys point to.
  for (const name of coordinatorTables)
    await move(
      name,
      `select citus_add_local_table_to_metadata(c.oid, cascade_via_foreign_keys => true) from pg_class c
        where c.oid = $1::text::regclass and not exists (select from pg_dist_partition where logicalrelid = c.oid)`,
    )
  // Their rows stay; their numbers have begun again, and are nobody's to draw from.
  for (const { sequence, value, isUsed } of numbers)
    await client.query('select setval($1, $2, $3)', [sequence, value, isUsed])
  await client.query('grant usage on all sequences in schema public to escola_app, escola_platform')
  return spread
}

/** Between a node and the coordinator there are none: a row of a school names its school by its policy, and people by ids that were made before. */
async function dropKeysToCoordinator(client: ClientBase) {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select conrelid::regclass::text as table, conname as key from pg_constraint
      where contype = 'f' and confrelid = any ($1::text[]::regclass[]) and conrelid <> all ($1::text[]::regclass[])`,
    [coordinatorTables],
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

async function endConnections(client: ClientBase) {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = any($1) and pid <> pg_backend_pid()`,
    [runtimeRoles],
  )
}

/** Throws with a sentence when tables are not where they belong. Any role may ask; one machine alone has nothing to say. */
export async function requirePlaces(client: ClientBase) {
  if (!(await isCluster(client))) return
  const faults = await misplacedTables(client, plainTables)
  if (faults.length) throw new Error(faults.join('\n'))
}
