import type { HtmlPage } from '@escola/contract/pages.contract'
import type { SchoolDb } from '@escola/db'

/** Undefined while the school wrote none. */
export const findPage = (db: SchoolDb, page: HtmlPage) =>
  db.selectFrom('school_pages').select('html').where('page', '=', page).executeTakeFirst()

/** Owner of these pages, and their visibility. */
export const findOwner = (db: SchoolDb) =>
  db.selectFrom('schools').select(['name', 'email', 'cellphone', 'is_private', 'is_blocked']).executeTakeFirstOrThrow()

export const upsertPage = (db: SchoolDb, page: HtmlPage, html: string, now: Date) =>
  db
    .insertInto('school_pages')
    .values({ page, html, utc_updated_on: now })
    .onConflict((conflict) => conflict.columns(['school_id', 'page']).doUpdateSet({ html, utc_updated_on: now }))
    .execute()

export const deletePage = (db: SchoolDb, page: HtmlPage) =>
  db.deleteFrom('school_pages').where('page', '=', page).execute()
