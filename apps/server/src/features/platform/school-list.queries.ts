import type { BalanceFilter } from '@escola/contract/platform.contract'
import { readSort, type SchoolSort } from '@escola/contract/sorts'
import type { PlatformDb } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'
import { patternOf } from '../../core/search-pattern.ts'
import { isOfTeam } from '../../team/conditions.queries.ts'

const columns = [
  's.id',
  's.name',
  's.email',
  's.namespace',
  's.domain',
  's.use_own_domain',
  's.logo_square_key',
  's.is_blocked',
  's.total_students',
  's.balance_cents',
  's.plan_id',
  's.utc_created_on',
] as const

/** Numbers sort as numbers in names, as they do in titles. */
const sortColumns = {
  id: sql.ref('s.id'),
  date: sql.ref('s.utc_created_on'),
  total_students: sql.ref('s.total_students'),
  name: sql`s.name collate app.titles`,
  balance: sql.ref('s.balance_cents'),
} as const

interface Wanted {
  negative: BalanceFilter
}

const wantedSchools = (db: PlatformDb, { negative }: Wanted) =>
  db
    .selectFrom('schools as s')
    .$if(negative === '0', (query) => query.where('s.balance_cents', '>=', '0'))
    .$if(negative === '1', (query) => query.where('s.balance_cents', '<', '0'))

export async function countSchools(db: PlatformDb, wanted: Wanted): Promise<number> {
  const { total } = await wantedSchools(db, wanted)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Lists the ids of a range of the list, from an index alone. */
export async function listSchoolIds(
  db: PlatformDb,
  { sortBy, negative, ...range }: Wanted & PageRange & { sortBy: SchoolSort },
): Promise<string[]> {
  const { by, direction } = readSort(sortBy)
  const reading = readingOrder(direction, range)
  const rows = await wantedSchools(db, { negative })
    .select('s.id')
    .orderBy(sortColumns[by], reading)
    .orderBy('s.id', reading)
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return rows.map(({ id }) => id)
}

/** Finds schools by name, e-mail, namespace or domain, in the order of the list, up to the limit. */
export async function findSchoolIds(
  db: PlatformDb,
  { search, sortBy, negative, atMost }: Wanted & { search: string; sortBy: SchoolSort; atMost: number },
): Promise<string[]> {
  const { by, direction } = readSort(sortBy)
  const rows = await wantedSchools(db, { negative })
    .select('s.id')
    .where(sql<boolean>`s.folded like app.fold(${patternOf(search)})`)
    .orderBy(sortColumns[by], direction)
    .orderBy('s.id', direction)
    .limit(atMost)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads all that is shown of a page's schools, with the person's own place in each. */
export function readSchools(
  db: PlatformDb,
  { ids, sortBy, userId }: { ids: string[]; sortBy: SchoolSort; userId: string },
) {
  const { by, direction } = readSort(sortBy)
  return db
    .selectFrom('schools as s')
    .leftJoin('person_schools as p', (join) => join.onRef('p.school_id', '=', 's.id').on('p.user_id', '=', userId))
    .where((is) => is('s.id', '=', is.fn.any(is.val(ids))))
    .select([...columns, isOfTeam('p').as('is_team'), 'p.is_student'])
    .orderBy(sortColumns[by], direction)
    .orderBy('s.id', direction)
    .execute()
}
export type SchoolListRow = Awaited<ReturnType<typeof readSchools>>[number]

/** Lists the schools that a person belongs to, by name; through a school's session, that school alone. */
export const listOwnSchoolIds = async (
  db: PlatformDb,
  { userId, sessionSchoolId, search }: { userId: string; sessionSchoolId: string | null; search: string },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('person_schools as p')
    .innerJoin('schools as s', 's.id', 'p.school_id')
    .where('p.user_id', '=', userId)
    .$if(sessionSchoolId !== null, (query) => query.where('p.school_id', '=', sessionSchoolId))
    .$if(search !== '', (query) => query.where(sql<boolean>`s.folded like app.fold(${patternOf(search)})`))
    .select('s.id')
    .orderBy(sortColumns.name)
    .orderBy('s.id')
    .execute()
  return rows.map(({ id }) => id)
}
