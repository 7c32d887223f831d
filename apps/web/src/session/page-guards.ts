import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { contextQuery } from './context.ts'
import { requireMember } from './guards.ts'
import { queryClient } from './query-client.ts'

// Called by loaders, which come with their pages: what only a few pages ask, the first visit needn't carry.

const fetchContext = () => queryClient.ensureQueryData(contextQuery)

/** Guards pages that a school may switch off. */
export async function requireFlag(location: ParsedLocation, flag: 'has_rank' | 'has_notifications' | 'has_support') {
  await requireMember({ location })
  const { school } = await fetchContext()
  const isOwnBell = flag === 'has_notifications' && school?.role.includes('admin')
  if (!school?.[flag] && !isOwnBell) throw redirect({ to: '/' })
}

export async function leaveWhenBlocked() {
  const { school } = await fetchContext()
  if (school?.is_blocked && !school.platform_view) throw redirect({ to: '/contato' })
}
