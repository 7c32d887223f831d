import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { contextQuery, readViewRole } from './context.ts'
import { queryClient } from './query-client.ts'

interface Guarded {
  location: ParsedLocation
}

const contextNow = () => queryClient.ensureQueryData(contextQuery)

export const toLogin = (location: ParsedLocation) =>
  redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } })

/** For pages that anybody who belongs to the school may open. */
export async function requireMember({ location }: Guarded) {
  const context = await contextNow()
  if (!context.user) throw toLogin(location)
  if (readViewRole(context) === 'visitor') throw redirect({ to: '/' })
}

/** For the school administrator's pages; one who looks as a student does is sent to the root like any student. */
export async function requireAdmin({ location }: Guarded) {
  const context = await contextNow()
  if (!context.user) throw toLogin(location)
  if (readViewRole(context) !== 'admin') throw redirect({ to: '/' })
}

/** The shell's own rules (part 1 §2.3): which school, and may this person look in at all. */
export async function requireSchool({ location }: Guarded) {
  const { school, user } = await contextNow()
  if (!school) throw user ? redirect({ to: '/escolas' }) : toLogin(location)
  if (school.is_blocked) throw redirect({ to: '/contato' })
  if (school.is_private && school.role.length === 0) throw toLogin(location)
}
