/**
 * Tables on the coordinator alone, which knows that they are there: they are read before a school is known, or across schools. As copies on
 * every node, users and schools could not be written while any node is away.
 */
export const coordinatorTables = [
  'users',
  'schools',
  'sessions',
  'email_tokens',
  'familiar_addresses',
  'outbox',
  'person_schools',
  'erased_people',
  'sales_lookups',
  'due_jobs',
  'account_deletions',
  'email_changes',
  'ledger_months',
  'open_graces',
  'sent_sms',
]
/** Tables on the coordinator that Citus does not know of, because no other table points to them or is pointed to. */
export const plainTables = [
  'credential_keys',
  'rate_counters',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'one_time_tokens',
  'former_namespaces',
  'platform_page_versions',
  'school_domains',
  'stripe_customers',
  'stripe_events',
  'mail_refusals',
  'mail_stopped',
  'platform_mails',
]
/** The tables whose rows all lie on one node. Every other table is spread by its school_id. */
export const staysTogether = new Set([...coordinatorTables, ...plainTables])

/** The table that all spread tables lie beside. */
export const firstTable = 'memberships'

/** A foreign key between two tables. */
export interface TableKey {
  child: string
  parent: string
}

/**
 * Orders tables for spreading, the first one aside: Citus refuses a key from a spread table to one that is not, so what others point to
 * comes first.
 * @throws when keys lead in a circle, which no order can spread
 */
export function spreadingOrder(tables: string[], keys: TableKey[]): string[] {
  const parents = new Map(tables.map((table) => [table, new Set<string>()]))
  for (const { child, parent } of keys) if (child !== parent && parents.has(parent)) parents.get(child)?.add(parent)
  const ordered = new Set(tables.includes(firstTable) ? [firstTable] : [])
  while (ordered.size < tables.length) {
    const isReady = (table: string) => [...parents.get(table)!].every((parent) => ordered.has(parent))
    const ready = tables.filter((table) => !ordered.has(table) && isReady(table))
    if (!ready.length) {
      const left = tables.filter((table) => !ordered.has(table))
      throw new Error(
        `The foreign keys of ${left.join(', ')} lead in a circle, so none can be spread before the other.`,
      )
    }
    for (const table of ready) ordered.add(table)
  }
  return [...ordered]
}
