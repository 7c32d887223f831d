import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'

export interface ConsentRow {
  id: string
  whose: 'school' | 'platform'
  page: string
  version: number
  utc_given_on: Date
}

/** Lists what a user has accepted in the school, the latest first. */
export async function listConsents(db: SchoolDb, userId: string): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select id, whose, page, version, utc_given_on from consents
    where school_id = ${thisSchool} and user_id = ${userId} order by utc_given_on desc, id desc`.execute(db)
  return rows
}

export async function findConsent(db: SchoolDb, userId: string, id: string): Promise<ConsentRow | undefined> {
  const { rows } = await sql<ConsentRow>`
    select id, whose, page, version, utc_given_on from consents
    where school_id = ${thisSchool} and id = ${id} and user_id = ${userId}`.execute(db)
  return rows[0]
}

const versions = ['number', 'utc_written_on'] as const

export const listSchoolVersions = (db: SchoolDb, page: string) =>
  db.selectFrom('page_versions').where('page', '=', page).select(versions).orderBy('number', 'desc').execute()

export const findSchoolText = (db: SchoolDb, page: string, number: number) =>
  db.selectFrom('page_versions').where('page', '=', page).where('number', '=', number).select('html').executeTakeFirst()

export const listPlatformVersions = (db: PlatformDb, page: string) =>
  db.selectFrom('platform_page_versions').where('page', '=', page).select(versions).orderBy('number', 'desc').execute()

export const findPlatformText = (db: PlatformDb, page: string, number: number) =>
  db
    .selectFrom('platform_page_versions')
    .where('page', '=', page)
    .where('number', '=', number)
    .select('html')
    .executeTakeFirst()
