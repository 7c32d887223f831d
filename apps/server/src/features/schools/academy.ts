import type { Config } from '../../config.ts'

/** Which program the people of an academy work in (part 1 §2.6). */
const apps: Record<string, keyof Config['academyApps']> = {
  'academy-admin': 'mib',
  admin: 'skinner',
  academy: 'skinner',
  student: 'hero',
  teacher: 'xavier',
}

/** Ends where the person's token is to be written; null where no such program is configured. */
export function academyUrlFor(configured: Config['academyApps'], role: string): string | null {
  const address = configured[apps[role] ?? 'hero']
  if (!address) return null
  const url = new URL(address)
  url.searchParams.delete('auth')
  url.searchParams.append('auth', '')
  return url.href
}
