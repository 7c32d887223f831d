import type { School } from '@escola/contract/schools.contract'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { loadPage, readToken } from '../api/token.ts'
import { contextQuery, isShutOut, readViewRole } from './context.ts'
import { queryClient } from './query-client.ts'
import { outsideTarget } from './redirect.ts'
import { readOwnRights } from './rights.ts'

interface Guarded {
  location: ParsedLocation
}

/**
 * Leaves for another school, which is another page load; until it comes, the screen stays. The address that only led on is left out of the history.
 */
export const leaveFor = (address: string) => {
  loadPage(address, 'replace')
  return new Promise<never>(() => {})
}

const fetchContext = () => queryClient.ensureQueryData(contextQuery)

export const toLogin = (location: ParsedLocation) =>
  redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } })

/** Guards pages that every member of the school may open. */
export async function requireMember({ location }: Guarded) {
  const context = await fetchContext()
  if (!context.user) throw toLogin(location)
  if (readViewRole(context) === 'visitor') throw redirect({ to: '/' })
}

/** Guards every page: a platform administrator without a second factor sets one up before anything else. */
export function requireFactor({ location }: Guarded) {
  const isMissing = queryClient.getQueryData(contextQuery.queryKey)?.missingFactor
  if (isMissing && location.pathname !== '/verificacao')
    throw redirect({ to: '/verificacao', search: { redirect: location.href }, replace: true })
}

/** Search of ?student: the course like students see it, or like they would see its draft once published. */
export interface StudentSearch {
  student?: 1 | 'draft'
  /** Link of the student whose courses an administrator looks at. */
  como?: string
  /** Day that is looked at; none is now. */
  em?: string | undefined
}
/** An author looks at what is published or at the draft like a student does, or at what one student has: viewed. Other users are students, whatever they ask for. */
export type CourseView = 'editor' | 'published' | 'draft' | 'student' | 'viewed'

/** Tells whether the user looks after a course: its authors look at it, and all others study it. */
export async function readIsAuthor(link: string): Promise<boolean> {
  const context = await fetchContext()
  const { may, maySomewhere } = readOwnRights(context)
  if (may('courses') || !maySomewhere('courses')) return may('courses')
  return (await import('./own-courses.ts')).isOwnCourse(context, link)
}

/** Guards a course and its lessons, which its author edits unless they look as a student does. */
export async function requireReader(
  guarded: Guarded & { params: { link: string }; search: StudentSearch },
): Promise<{ view: CourseView }> {
  await requireMember(guarded)
  const context = await fetchContext()
  const { student, como } = guarded.search
  if (como !== undefined && readOwnRights(context).may('students')) return { view: 'viewed' }
  if (!(await readIsAuthor(guarded.params.link))) return { view: 'student' }
  if (student === 'draft') return { view: 'draft' }
  return { view: readViewRole(context) === 'admin' && !student ? 'editor' : 'published' }
}

/** Guards the team's pages, each by its right; one who looks as a student does is sent to the root like any student. */
export async function requireAdmin({ location, routeId }: Guarded & { routeId: string }) {
  const context = await fetchContext()
  if (!context.user) throw toLogin(location)
  if (readViewRole(context) !== 'admin') throw redirect({ to: '/' })
  const { requirePageRight } = await import('./page-rights.ts')
  requirePageRight(context, routeId)
}

/** A blocked school shows its contact alone. */
export const isClosed = ({ is_blocked, platform_view }: School) => is_blocked && !platform_view

/** Guards the school by the shell's own rules (part 1 §2.3): it finds the school, and admits those who may see it. */
export async function requireSchool({ location }: Guarded) {
  const { school, user, academyUrl } = await fetchContext()
  if (academyUrl) await leaveFor(academyUrl + readToken())
  if (!school) throw user ? redirect({ to: '/escolas' }) : toLogin(location)
  if (isClosed(school)) throw redirect({ to: '/contato' })
  if (school.is_private && school.role.length === 0) throw toLogin(location)
}

/** Guards a user's own pages, in a school or outside any. They are the user's also while the school is blocked. */
export async function requireAccount(guarded: Guarded) {
  const { user, school } = await fetchContext()
  if (!user) throw toLogin(guarded.location)
  if (!school) return
  if (!isClosed(school)) return requireSchool(guarded)
  // Outside the school, the same page is there without it; an own domain has no outside.
  if (school.base_path !== '') await leaveFor(guarded.location.href)
}

/** Leads a signed-in user away from the login page, unless this school is closed to them. */
export async function leaveWhenSignedIn({ search }: { search: { redirect?: string } }) {
  const context = await fetchContext()
  if (!context.user || isShutOut(context)) return
  throw redirect({ href: context.school ? (search.redirect ?? '/') : (outsideTarget(search.redirect) ?? '/escolas') })
}

/** Guards the sign-up: a private school and a blocked one have none, members are in already, and erased users can't come back by it. */
export async function requireOpenSignUp() {
  const { school } = await fetchContext()
  if (school?.is_blocked) throw redirect({ to: '/contato' })
  if (school && (school.role.length > 0 || school.erased_here)) throw redirect({ to: '/' })
  if (school?.is_private) throw redirect({ to: '/login' })
}

/** Guards the choice of a school; at the root, a user of a single school is already there. */
export async function requirePerson({ location }: Guarded) {
  const { user, school, schools } = await fetchContext()
  if (!user) throw toLogin(location)
  const [only, ...others] = schools
  if (!school && only && others.length === 0 && user.role !== 'admin') await leaveFor(`${only.base_path}/`)
}

/** Guards pages of the platform's own administrators. */
export async function requirePlatform({ location }: Guarded) {
  const { user } = await fetchContext()
  if (!user) throw toLogin(location)
  if (user.role !== 'admin') throw redirect({ to: '/escolas' })
}

export async function requireAnySchool() {
  const { school } = await fetchContext()
  if (!school) throw redirect({ to: '/' })
}
