import type { SchoolDb } from '@escola/db'

/** Lists the times in which own domains led to the school, as far as they touch a stretch of time. */
export const listUses = (db: SchoolDb, { from, until }: { from: Date; until: Date }) =>
  db
    .selectFrom('domain_uses')
    .select(['domain', 'utc_from', 'utc_until'])
    .where('utc_from', '<', until)
    .where((is) => is.or([is('utc_until', 'is', null), is('utc_until', '>', from)]))
    .orderBy('utc_from')
    .orderBy('domain')
    .execute()

export const isDomainInUse = async (db: SchoolDb): Promise<boolean> =>
  (await db.selectFrom('domain_uses').select('domain').where('utc_until', 'is', null).limit(1).executeTakeFirst()) !==
  undefined
