import type { ClientBase } from 'pg'
import { appSettings, isCluster, misplacedTables } from './cluster.ts'
import { runtimeRoles } from './urls.ts'

/** On every node: what each statement of any school may ask about. Parents come first. */
const referenceTables = ['users', 'schools']
/** On the coordinator alone, which knows that they are: what is asked before a school is known, or across schools. */
const coordinatorTables = ['sessions', 'email_tokens', 'familiar_addresses', 'outbox', 'person_schools']
/** The same, and nothing else points to or from it. */
const plainTables = ['rate_counters']
/** The tables whose rows all lie on one node. */
export const staysTogether = new Set([...coordinatorTables, ...plainTables])
/** Everything else goes by school_id; what others point to comes first. */
const parentsFirst = [
  'memberships',
  'categories',
  'courses',
  'files',
  'cohorts',
  'lessons',
  'certificate_templates',
  'imports',
]

/**
 * Spreads the tables of a migrated database over the nodes that its coordinator knows. What is spread already stays as it is. All or nothing;
 * whoever reads or writes meanwhile waits for the end.
 * @param client connected to the coordinator, by a login that may do everything there
 * @returns the tables that were spread now
 */
export async function distribute(client: ClientBase): Promise<string[]> {
  await requireNodes(client)
  await client.query('select pg_advisory_lock(727001)')
  try {
    await letRolesWorkOnNodes(client)
    await prepareSession(client)
    await client.query('begin')
    const spread = await spreadTables(client)
    await client.query('commit')
    // Whoever was connected before has none of the roles' new settings.
    if (spread.length) await endConnections(client)
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
 * and the queue's own tables stay where they are. The owner of the tables opens connections between nodes.
 */
async function letRolesWorkOnNodes(client: ClientBase) {
  for (const [name, value] of Object.entries(appSettings))
    await client.query(`alter role escola_app set ${name} = '${value}'`)
  await client.query('alter role escola_queue set citus.enable_ddl_propagation = off')
  await client.query('alter role escola_owner login')
}
/** For whoever changes tables of a cluster. Keys from one table to another stay while only one of the two has moved. */
export async function prepareSession(client: ClientBase) {
  await client.query(`set citus.enable_local_reference_table_foreign_keys = off`)
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  await client.query(`set client_min_messages = warning`)
}

async function spreadTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; is_spread: boolean; has_school: boolean }>(`
    select c.relname as name, p.logicalrelid is not null as is_spread,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id' and not a.attisdropped) as has_school
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`)
  const waiting = new Map(rows.filter((row) => !row.is_spread).map((row) => [row.name, row]))
  const elsewhere = new Set([...referenceTables, ...staysTogether])
  const distributed = rows.map(({ name }) => name).filter((name) => !elsewhere.has(name))
  const spread: string[] = []
  const move = async (name: string, text: string) => {
    if (!waiting.has(name)) return
    await client.query(text, [name])
    spread.push(name)
  }
  for (const name of referenceTables) await move(name, 'select create_reference_table($1)')
  for (const name of new Set([...parentsFirst, ...distributed])) {
    if (waiting.has(name) && !waiting.get(name)!.has_school)
      throw new Error(`${name} has no school_id; say in distribute.ts where it belongs`)
    const beside = name === parentsFirst[0] ? '' : `, colocate_with => '${parentsFirst[0]}'`
    await move(name, `select create_distributed_table($1, 'school_id'${beside})`)
  }
  for (const name of coordinatorTables.filter((each) => waiting.has(each)))
    await keepingItsNumbers(client, name, () =>
      move(name, 'select citus_add_local_table_to_metadata($1, cascade_via_foreign_keys => true)'),
    )
  return spread
}

/** A table that stays on the coordinator gets a new sequence there, which would begin again at one and be nobody's to draw from. */
async function keepingItsNumbers(client: ClientBase, name: string, move: () => Promise<void>) {
  const sequence = `pg_get_serial_sequence($1, 'id')`
  await client.query(`lock table ${name} in access exclusive mode`)
  const { rows } = await client.query<{ last: string | null }>(
    `select pg_sequence_last_value(${sequence}::regclass) as last from pg_attribute
      where attrelid = $1::text::regclass and attname = 'id' and attidentity <> ''`,
    [name],
  )
  await move()
  if (!rows.length) return
  await client.query(`select setval(${sequence}, $2)`, [name, rows[0]!.last])
  await client.query('grant usage on all sequences in schema public to escola_app, escola_platform')
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
