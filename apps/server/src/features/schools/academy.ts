import type { Config } from '../../config.ts'

/** Programs of an academy's people, by their role (part 1 §2.6). */
const apps: Record<string, keyof Config['academyApps']> = {
  'academy-admin': 'mib',
  admin: 'skinner',
  academy: 'skinner',
  student: 'hero',
  teacher: 'xavier',
}

/** Its own administrators work where an academy is administered; a role on the platform comes first. */
export const academyRoleOf = (role: string, roles: string[]): string =>
  role === 'student' && roles.includes('admin') ? 'academy-admin' : role

/** Builds the address up to the place of the person's token; null where no such program is configured. */
export function academyUrlFor(configured: Config['academyApps'], role: string): string | null {
  const address = configured[apps[role] ?? 'hero']
  if (!address) return null
  const url = new URL(address)
  url.searchParams.delete('auth')
  url.searchParams.append('auth', '')
  return url.href
}
