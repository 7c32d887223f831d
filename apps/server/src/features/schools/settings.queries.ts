import type { SchoolPicture } from '@escola/contract/schools.contract'
import { type PlatformDb, type SchoolDb, type Tables, thisSchool } from '@escola/db'
import { sql, type Updateable } from 'kysely'
import { withPhoneColumns } from '../../core/phones.ts'
import type { NamedFile } from '../../files/owners.ts'

export type SchoolValues = Updateable<Tables['schools']>

export const pictureColumns = {
  logo_square_url: 'logo_square_key',
  logo_dark_square_url: 'logo_dark_square_key',
  logo_wide_url: 'logo_wide_key',
  logo_dark_wide_url: 'logo_dark_wide_key',
  assistant_avatar_url: 'assistant_avatar_key',
} as const satisfies Record<SchoolPicture, string>

export const shownByOthers = [
  ...(['name', 'email', 'cellphone'] as const),
  pictureColumns.logo_wide_url,
  pictureColumns.logo_dark_wide_url,
] as const satisfies readonly (keyof SchoolValues)[]

export const updateSchool = (db: SchoolDb, values: SchoolValues) =>
  db.updateTable('schools').set(withPhoneColumns(values)).execute()

export async function findIssuer(db: SchoolDb) {
  const { certificate_place, ...row } = await db
    .selectFrom('schools')
    .select(['legal_name', 'tax_id', 'certificate_place', 'asks_cpf'])
    .executeTakeFirstOrThrow()
  return { ...row, place: certificate_place }
}

/** Locks the school's row until the end, so that two blocks are mailed once. */
export const lockBlock = (db: SchoolDb) =>
  db.selectFrom('schools').select('is_blocked').forUpdate().executeTakeFirstOrThrow()

/** Locks the row until the end, so that two changes of its address come one after the other. */
export const lockAddress = (db: PlatformDb, id: string) =>
  db
    .selectFrom('schools')
    .where('id', '=', id)
    .select(['namespace', 'domain', 'use_own_domain'])
    .forUpdate()
    .executeTakeFirstOrThrow()

export const findWayIn = (db: PlatformDb, id: string) =>
  db
    .selectFrom('schools')
    .where('id', '=', id)
    .select(['namespace', 'domain', 'use_own_domain', 'has_api'])
    .executeTakeFirstOrThrow()

export const setNamespace = (db: PlatformDb, id: string, namespace: string) =>
  db.updateTable('schools').set({ namespace }).where('id', '=', id).execute()

/** Lists the pictures that the school shows. They are read first, because its row and its files may lie in different places. */
export async function namedPictures(db: SchoolDb) {
  const school = await db.selectFrom('schools').select(Object.values(pictureColumns)).executeTakeFirstOrThrow()
  const keys = Object.values(school).filter((key) => key !== null)
  return sql<NamedFile>`
    select f.school_id, f.id from files f
    where f.school_id = ${thisSchool} and f.storage_key in (select ${thisSchool} || '/images/' || key from unnest(${keys}::text[]) key)`
}
