import type { Context } from '@escola/contract/schools.contract'
import { imageUrl } from '../../files/image-url.ts'
import type { Visit } from '../../http/scope.ts'
import type { Tools } from '../../tools.ts'
import { basePathOf } from './base-path.ts'
import { type ContextRow, findContext, type SchoolAsk, type SchoolRow } from './schools.queries.ts'

/** The bank and plan of a school that has bought nothing yet (part 1 §9). */
const startingBank = { balance: '0.00', points: 0 }
const startingPlan = { plan_id: 'onDemand', plan_name: 'On Demand' }

/** What the screens start with: which school the address names, and who is asking (part 1 §7). */
export async function getContext(
  visit: Visit,
  address: { domain: string; pathname: string },
  { database, config }: Tools,
): Promise<Context> {
  const ask = askOf(address, new URL(config.publicUrl).hostname)
  const row = await findContext(database, ask, visit.actor)
  const person = row.person
  const school = row.school
  const roles = rolesOf(row)
  const isAdmin = roles.includes('admin')
  return {
    user: person && {
      id: person.id,
      name: row.membership?.name ?? person.name,
      email: row.membership?.email ?? person.email,
      cellphone: row.membership?.cellphone ?? person.cellphone,
      role: person.platform_role,
      dark_mode: person.dark_mode,
      link: row.membership?.link ?? '',
      profile_img_url: school ? imageUrl(school.id, row.membership?.profile_image_key ?? null) : '',
      karma: 0,
      isAdminOfMoreSchools: row.schools.filter((one) => one.is_admin).length > 1,
    },
    school: school && schoolWire(school, roles, 'domain' in ask ? '' : basePathOf(school)),
    students: { total: isAdmin ? (row.counts?.students ?? 0) : 0 },
    schools: row.schools.map((one) => ({
      id: one.id,
      name: one.name,
      role: roleList(one),
      base_path: basePathOf(one),
      logo_square_url: imageUrl(one.id, one.logo_square_key),
    })),
    bank: startingBank,
    resource: startingPlan,
    gatewayList: isAdmin ? (row.counts?.cohorts ?? []) : [],
    acl: row.acl ?? { degrees: {}, school_gateways: { hasPublicAccess: false, hasAllAccess: false, allDegrees: [] } },
    bookmarks: [],
    certificateList: row.certificates ?? [],
    templateSchools: [],
    mailboxUrl: config.mailboxUrl ?? null,
  }
}

const roleList = ({ is_admin, is_student }: { is_admin: boolean; is_student: boolean }) => [
  ...(is_admin ? (['admin'] as const) : []),
  ...(is_student ? (['student'] as const) : []),
]
const rolesOf = (row: ContextRow) => (row.membership ? roleList(row.membership) : [])

/** '/escola/12/…', '/namespace/…', or a domain of the school's own. */
function askOf({ domain, pathname }: { domain: string; pathname: string }, ownHost: string): SchoolAsk {
  const [first, second] = pathname.split('/').filter(Boolean)
  const host = domain.toLowerCase().replace(/:\d+$/, '')
  if (host && host !== ownHost && host !== 'localhost' && host !== '127.0.0.1') return { domain: host }
  if (first === 'escola' && second && /^\d{1,18}$/.test(second)) return { id: second }
  return { namespace: (first ?? '').toLowerCase() }
}

const schoolWire = (school: SchoolRow, role: ('admin' | 'student')[], base_path: string): Context['school'] => ({
  id: school.id,
  name: school.name,
  email: school.email,
  cellphone: school.cellphone,
  role,
  namespace: { namespace: school.namespace ?? '', domain: school.domain ?? '' },
  base_path,
  ui_theme: school.ui_theme,
  logo_square_url: imageUrl(school.id, school.logo_square_key),
  logo_dark_square_url: imageUrl(school.id, school.logo_dark_square_key),
  logo_wide_url: imageUrl(school.id, school.logo_wide_key),
  logo_dark_wide_url: imageUrl(school.id, school.logo_dark_wide_key),
  is_private: school.is_private,
  is_blocked: school.is_blocked,
  is_academy: school.is_academy,
  use_own_domain: school.use_own_domain,
  assistant_name: school.assistant_name,
  has_rank: school.has_rank,
  has_notifications: school.has_notifications,
  has_support: school.has_support,
  has_certificate: school.has_certificate,
  has_affiliation: school.has_affiliation,
  has_api: school.has_api,
  has_multiple_users: school.has_multiple_users,
  has_video_upload: school.has_video_upload,
  utc_created_on: new Date(school.utc_created_on).toISOString(),
})
