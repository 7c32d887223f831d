import { platformLimits } from '@escola/contract/limits'
import { cleanText } from '@escola/contract/people'
import type { ListedSchool, PlatformVisit, platform } from '@escola/contract/platform.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import type { SchoolSort } from '@escola/contract/sorts'
import type { PlatformDb } from '@escola/db'
import { basePathOf } from '../../core/base-path.ts'
import { pageRangeOf } from '../../core/paging.ts'
import { type Actor, isPlatformAdmin, type School, type Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { findStopOfAll } from '../messages/mail-stops.service.ts'
import { planOf } from '../plans/plans.service.ts'
import { countVisits, listChanges, listVisits } from './audit-log.queries.ts'
import * as queries from './school-list.queries.ts'

type SchoolListInput = RouteOutput<typeof platform.schools>['query']

/** Lists every school for a platform administrator; for other users their own schools, by name (part 1 §2.5). */
export async function listSchools(
  { actor }: Signed,
  input: SchoolListInput,
  tools: PlatformTools,
): Promise<ResponseInput<typeof platform.schools>> {
  const stop = isPlatformAdmin(actor) ? await findStopOfAll(tools) : undefined
  return tools.platform.withPlatform(async (db) => {
    const search = cleanText(input.search)
    const isAbove = isPlatformAdmin(actor)
    const { ids, ...counts } = isAbove
      ? await findAmongAll(db, { ...input, search })
      : await findAmongOwn(db, actor, { ...input, search })
    const sortBy: SchoolSort = isAbove ? input.sortBy : 'name'
    const rows = await queries.readSchools(db, { ids, sortBy, userId: actor.userId })
    const list = rows.map((row) => toWireSchool(row, { isAbove, publicUrl: tools.config.publicUrl }))
    return { schools: { ...counts, page: input.page, rowsPerPage, list }, mail_stopped: stop ?? null }
  })
}

const rowsPerPage = platformLimits.schoolsPerPage
const pageOf = (ids: string[], page: number) => ids.slice((page - 1) * rowsPerPage, page * rowsPerPage)

/** Counts a search up to a bound: to count half of all schools would cost more than to show them. */
async function findAmongAll(db: PlatformDb, { search, sortBy, negative, page }: SchoolListInput) {
  if (search === '') {
    const total = await queries.countSchools(db, { negative })
    const range = pageRangeOf({ page, rowsPerPage, total })
    return { total, more: false, ids: await queries.listSchoolIds(db, { sortBy, negative, ...range }) }
  }
  const bound = platformLimits.schoolsFound
  const found = await queries.findSchoolIds(db, { search, sortBy, negative, atMost: bound + 1 })
  const ids = found.slice(0, bound)
  return { total: ids.length, more: found.length > bound, ids: pageOf(ids, page) }
}

async function findAmongOwn(db: PlatformDb, { userId, sessionSchoolId }: Actor, { search, page }: SchoolListInput) {
  const ids = await queries.listOwnSchoolIds(db, { userId, sessionSchoolId, search })
  return { total: ids.length, more: false, ids: pageOf(ids, page) }
}

const toWireSchool = (
  row: queries.SchoolListRow,
  { isAbove, publicUrl }: { isAbove: boolean; publicUrl: string },
): ListedSchool => ({
  id: row.id,
  name: row.name,
  role: [...(row.is_team ? (['admin'] as const) : []), ...(row.is_student ? (['student'] as const) : [])],
  url: isAbove ? `${publicUrl}/escola/${row.id}/` : ownUrl(row, publicUrl),
  logo_square_url: imageUrl(row.id, row.logo_square_key),
  is_blocked: row.is_blocked,
  utc_created_on: row.utc_created_on.toISOString(),
  email: isAbove ? row.email : null,
  total_students: isAbove ? row.total_students : null,
  balance: isAbove ? balanceOf(row) : null,
  plan_id: isAbove ? planOf(row).id : null,
  plan_name: isAbove ? planOf(row).name : null,
})

/** Takes the first namespace or domain. */
const ownUrl = (row: queries.SchoolListRow, publicUrl: string) =>
  row.namespace === null && row.domain && row.use_own_domain
    ? `https://${row.domain}/`
    : `${publicUrl}${basePathOf(row)}/`

/** Reads the visits of platform administrators to this school, the latest first. */
export const readAuditLog = (school: School, { page }: { page: number }) =>
  school.tx(async (db) => {
    const total = await countVisits(db)
    const visits = await listVisits(db, pageRangeOf({ page, rowsPerPage: platformLimits.visitsPerPage, total }))
    const ids = visits.map(({ id }) => id)
    const changes = Map.groupBy(await listChanges(db, ids, platformLimits.changesPerVisit), (row) => row.visit_id)
    const list = visits.map(
      (visit): PlatformVisit => ({
        id: visit.id,
        name: visit.person_name,
        utc_began_on: visit.utc_began_on.toISOString(),
        utc_seen_on: visit.utc_seen_on.toISOString(),
        total_changes: changes.get(visit.id)?.[0]?.total ?? 0,
        changes: (changes.get(visit.id) ?? []).map((row) => ({ ...row, utc_made_on: row.utc_made_on.toISOString() })),
      }),
    )
    return { visits: { total, page, rowsPerPage: platformLimits.visitsPerPage, list } }
  })
