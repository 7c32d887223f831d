import { paletteOf } from '@escola/contract/palettes'
import { plans } from '@escola/contract/prices'
import type { School as WireSchool } from '@escola/contract/schools.contract'
import type { SignedIn } from '@escola/contract/sessions.contract'
import { basePathOf } from '../../core/base-path.ts'
import type { Person, SchoolMembership } from '../../core/person.ts'
import { phoneOf } from '../../core/phones.ts'
import { imageUrl } from '../../files/image-url.ts'
import { planOf } from '../plans/plans.service.ts'
import type { Member, SchoolRow } from './schools.queries.ts'

export const toWireUser = (person: Person, member: Member | undefined, strong: boolean): SignedIn['user'] => ({
  id: person.id,
  user_id: person.id,
  name: member?.name ?? person.name,
  email: member?.email ?? person.email,
  cellphone: member?.cellphone ?? person.cellphone,
  // A session that a school's administrator could have opened gets none of the person's own data.
  cpf: strong ? person.cpf : '',
  role: strong ? person.platform_role : 'student',
  dark_mode: person.dark_mode,
  link: member?.link ?? '',
  profile_img_url: member ? imageUrl(member.school_id, member.profile_image_key) : '',
  profile_description: member?.profile_description ?? '',
  karma: member?.karma ?? 0,
  hasOwnSession: strong,
  utc_deletion_due_on: person.deletion_due_on?.toISOString() ?? null,
  utc_created_on: (member?.utc_created_on ?? person.utc_created_on).toISOString(),
  isAdminOfMoreSchools:
    person.memberships.filter((membership) => membership.is_admin).length > 1 ||
    (strong && person.platform_role === 'admin'),
})

export const toWireSummary = (membership: SchoolMembership): SignedIn['schools'][number] => ({
  id: membership.id,
  name: membership.name,
  role: roleList(membership),
  base_path: basePathOf(membership),
  logo_square_url: imageUrl(membership.id, membership.logo_square_key),
})

export const roleList = ({ is_admin, is_student }: { is_admin: boolean; is_student: boolean }) => [
  ...(is_admin ? (['admin'] as const) : []),
  ...(is_student ? (['student'] as const) : []),
]

/** The school's e-mail is its owner's own, until they choose another. */
const contactOf = (school: SchoolRow, isMember: boolean) =>
  school.is_private && !isMember
    ? { email: '', cellphone: '', phone_e164: null }
    : { email: school.email, cellphone: school.cellphone, phone_e164: phoneOf(school) }

/** The plan of a school, for its administrators; other callers get the plan of a new school. */
export const planShownTo = (role: ('admin' | 'student')[], school: SchoolRow | undefined) =>
  school && role.includes('admin') ? planOf(school) : plans.onDemand

const shownPlan = (...[role, school]: Parameters<typeof planShownTo>) => {
  const { id, name } = planShownTo(role, school)
  return { plan_id: id, plan_name: name }
}

const namespaceOf = ({ namespace, domain }: SchoolRow) => ({ namespace: namespace ?? '', domain: domain ?? '' })

export const toWireSchool = (
  school: SchoolRow,
  role: ('admin' | 'student')[],
  view: Pick<WireSchool, 'base_path' | 'platform_view' | 'can_join' | 'erased_here'>,
): WireSchool => ({
  id: school.id,
  name: school.name,
  ...contactOf(school, role.length > 0),
  role,
  namespace: namespaceOf(school),
  namespaces: [namespaceOf(school)],
  link: (school.use_own_domain && school.domain) || (school.namespace ?? ''),
  ...view,
  ui_theme: school.ui_theme,
  theme_colors: paletteOf(school.ui_theme),
  logo_square_url: imageUrl(school.id, school.logo_square_key),
  logo_dark_square_url: imageUrl(school.id, school.logo_dark_square_key),
  logo_wide_url: imageUrl(school.id, school.logo_wide_key),
  logo_dark_wide_url: imageUrl(school.id, school.logo_dark_wide_key),
  is_private: school.is_private,
  is_blocked: school.is_blocked,
  blocked_reason: role.includes('admin') ? school.blocked_reason : '',
  is_academy: school.is_academy,
  use_own_domain: school.use_own_domain,
  google_analytics_code: school.google_analytics_code,
  facebook_pixel: school.facebook_pixel,
  assistant_name: school.assistant_name,
  gallery_sentence: school.is_private && role.length === 0 ? '' : school.gallery_sentence,
  assistant_avatar_url: imageUrl(school.id, school.assistant_avatar_key),
  has_rank: school.has_rank,
  has_notifications: school.has_notifications,
  has_ended_mails: school.has_ended_mails,
  has_support: school.has_support,
  has_certificate: school.has_certificate,
  has_affiliation: school.has_affiliation,
  has_api: school.has_api,
  has_multiple_users: school.has_multiple_users,
  has_video_upload: school.has_video_upload,
  ...shownPlan(role, school),
  utc_created_on: school.utc_created_on.toISOString(),
})
