import { IconBell, IconLifebuoy, IconTrophy } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAppContext, useViewRole } from '../../session/context.ts'

export interface HeaderLink {
  label: string
  to: string
  icon: typeof IconBell
  /** Number of items to be seen there. */
  waiting?: number
  /** Stands beside the account on phones too, where the others are in its menu. */
  isPinned?: boolean
}

/** Lists the links beside a signed-in user's account, by the features that the school has switched on (part 1 §2.3). */
export function useHeaderLinks(): HeaderLink[] {
  const { user, school, notifications } = useAppContext()
  const role = useViewRole()
  const { routesByPath } = useRouter()
  // These pages are for people of the school.
  if (!user || !school || role === 'visitor') return []
  const links = [
    school.has_rank && { label: 'Ranking', to: '/rank', icon: IconTrophy },
    // The school's switch is about its students; administrators are always notified of its work.
    (school.has_notifications || school.role.includes('admin')) && {
      label: 'Notificações',
      to: '/notificacoes',
      icon: IconBell,
      waiting: notifications.unread,
      isPinned: true,
    },
    school.has_support && role === 'admin' && { label: 'Suporte', to: '/suporte', icon: IconLifebuoy },
  ]
  return links.filter((link) => link !== false).filter(({ to }) => to in routesByPath)
}
