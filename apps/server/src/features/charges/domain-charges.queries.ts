import type { SchoolDb } from '@escola/db'

/** Lists the times in which own domains led to the school, as far as they touch a range of time. */
export const listUses = (db: SchoolDb, { from, until }: { from: Date; until: Date }) =>
  db
    .selectFrom('domain_uses')
    .select(['domain', 'utc_from', 'utc_until'])
    .where('utc_from', '<', until)
    .where((is) => is.or([is('utc_until', 'is', null), is('utc_until', '>', from)]))
    .orderBy('utc_from')
    .orderBy('domain')
    .execute()

export async function countUsed(db: SchoolDb): Promise<number> {
  const { total } = await db
    .selectFrom('domain_uses')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('utc_until', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}
