import { dayMs } from '@escola/contract/durations'
import { limits } from '@escola/contract/limits'
import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'

/**
 * Claims a name unless another school has it, or has left it of late. One statement checks both, so a school that is leaving the name
 * meanwhile is seen as either; two schools that take it at once are told apart by the name's own key. A name that was left long ago no
 * longer leads to its old owner.
 */
export async function claimNamespace(
  db: PlatformDb,
  namespace: string,
  { schoolId, now }: { schoolId?: string; now: Date },
): Promise<boolean> {
  const quarantineEnd = new Date(now.getTime() - limits.addressQuarantineDays * dayMs)
  const { rows } = await sql<{ id: string }>`
    select id from schools where namespace = ${namespace}
    union all select school_id from former_namespaces where namespace = ${namespace} and utc_released_on > ${quarantineEnd}`.execute(
    db,
  )
  if (rows.some(({ id }) => id !== schoolId)) return false
  await db.deleteFrom('former_namespaces').where('namespace', '=', namespace).execute()
  return true
}

/** Records that the name leads to the school's new name and that no other school may take it for a while. */
export const recordFormer = (db: PlatformDb, row: { namespace: string; school_id: string; utc_released_on: Date }) =>
  db.insertInto('former_namespaces').values(row).execute()
