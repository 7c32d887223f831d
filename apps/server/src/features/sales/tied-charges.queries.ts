import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

/** Last code point of Unicode: it ends the range of codes that share a prefix. */
const afterAll = '\u{10ffff}'

/** Code of the subscription that began last of those whose codes begin so. The platform stands in the text, because the index is of such platforms alone. */
export async function findLatestTied(
  db: SchoolDb,
  { platform, base, until }: { platform: string; base: string; until: Date },
): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select subscription_code as code from purchase_facts
    where school_id = ${thisSchool} and platform = ${sql.lit(platform)}
      and subscription_code >= ${base}::text collate "C" and subscription_code < (${base}::text || ${afterAll}::text) collate "C"
      and kind = 'paid' and utc_occurred_on <= ${until}
    order by utc_occurred_on desc, id desc limit 1`.execute(db)
  return rows[0]?.code ?? null
}

/** Makes a purchase one of a subscription, whose facts name none. */
export const joinSubscription = (
  db: SchoolDb,
  { platform, purchase, subscription }: { platform: string; purchase: string; subscription: string },
) =>
  db
    .updateTable('purchase_facts')
    .set({ subscription_code: subscription })
    .where('platform', '=', platform)
    .where('purchase_code', '=', purchase)
    .where('subscription_code', 'is', null)
    .execute()
