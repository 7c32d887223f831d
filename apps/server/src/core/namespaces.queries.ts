import { limits } from '@escola/contract/limits'
import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'

/** Until the transaction ends, nobody else takes or leaves one of these names. */
async function holdNames(db: PlatformDb, names: string[]): Promise<void> {
  // Always in the same order, so that two never wait for each other.
  for (const name of names.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`namespace ${name}`}, 0))`.execute(db)
}

/**
 * Keeps a name from being given away meanwhile, and says whether it may be had: not one that another school has, or has left of late. What was
 * left long ago leads to its old owner no more.
 * @param leaving what the taker has now, if anything
 */
export async function holdNamespace(
  db: PlatformDb,
  namespace: string,
  { schoolId, leaving, now }: { schoolId?: string; leaving?: string | null; now: Date },
): Promise<boolean> {
  await holdNames(db, leaving ? [namespace, leaving] : [namespace])
  const quarantineEnd = new Date(now.getTime() - limits.addressQuarantineDays * 86_400_000)
  const { rows } = await sql<{ id: string }>`
    select id from schools where namespace = ${namespace}
    union all select school_id from former_namespaces where namespace = ${namespace} and utc_released_on > ${quarantineEnd}`.execute(
    db,
  )
  if (rows.some(({ id }) => id !== schoolId)) return false
  await db.deleteFrom('former_namespaces').where('namespace', '=', namespace).execute()
  return true
}

/** From now on it leads to the school's new name, and nobody else may take it for a while. */
export const noteFormer = (db: PlatformDb, row: { namespace: string; school_id: string; utc_released_on: Date }) =>
  db.insertInto('former_namespaces').values(row).execute()
