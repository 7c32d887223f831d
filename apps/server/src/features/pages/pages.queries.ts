import type { AgreedPage, HtmlPage } from '@escola/contract/pages.contract'
import type { PlatformDb, SchoolDb } from '@escola/db'

/** Undefined while the school wrote none. */
export const findPage = (db: SchoolDb, page: HtmlPage) =>
  db.selectFrom('school_pages').select('html').where('page', '=', page).executeTakeFirst()

/** Owner of these pages, and their visibility. */
export const findOwner = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select(['id', 'namespace', 'name', 'email', 'cellphone', 'is_private', 'is_blocked'])
    .executeTakeFirstOrThrow()

export const upsertPage = (db: SchoolDb, page: HtmlPage, html: string, now: Date) =>
  db
    .insertInto('school_pages')
    .values({ page, html, utc_updated_on: now })
    .onConflict((conflict) => conflict.columns(['school_id', 'page']).doUpdateSet({ html, utc_updated_on: now }))
    .execute()

export const deletePage = (db: SchoolDb, page: HtmlPage) =>
  db.deleteFrom('school_pages').where('page', '=', page).execute()

export interface PageVersion {
  number: number
  html: string
  utc_written_on: Date
  was_accepted: boolean
}

/** Locks the latest version until the transaction ends, so that its text does not change while a user accepts it. */
export const lockLatestVersion = (db: SchoolDb, page: AgreedPage): Promise<PageVersion | undefined> =>
  db
    .selectFrom('page_versions')
    .where('page', '=', page)
    .orderBy('number', 'desc')
    .limit(1)
    .select(['number', 'html', 'utc_written_on', 'was_accepted'])
    .forUpdate()
    .executeTakeFirst()

/** @returns false when another transaction has just written a version of this number */
export const insertVersion = async (db: SchoolDb, page: AgreedPage, version: PageVersion): Promise<boolean> =>
  (await db
    .insertInto('page_versions')
    .values({ page, ...version })
    .onConflict((conflict) => conflict.columns(['school_id', 'page', 'number']).doNothing())
    .returning('number')
    .executeTakeFirst()) !== undefined

export const updateVersion = (
  db: SchoolDb,
  page: AgreedPage,
  number: number,
  values: Partial<Omit<PageVersion, 'number'>>,
) => db.updateTable('page_versions').set(values).where('page', '=', page).where('number', '=', number).execute()

export const findPlatformVersion = (db: PlatformDb, page: AgreedPage) =>
  db
    .selectFrom('platform_page_versions')
    .where('page', '=', page)
    .orderBy('number', 'desc')
    .limit(1)
    .select(['number', 'html'])
    .executeTakeFirst()

/** Another transaction may have written the version at the same moment. */
export const insertPlatformVersion = (
  db: PlatformDb,
  version: { page: AgreedPage; number: number; html: string; utc_written_on: Date },
) =>
  db
    .insertInto('platform_page_versions')
    .values(version)
    .onConflict((conflict) => conflict.columns(['page', 'number']).doNothing())
    .execute()
