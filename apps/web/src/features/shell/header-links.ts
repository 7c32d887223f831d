import { IconBell, IconLifebuoy, IconTrophy } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAppContext, useViewRole } from '../../session/context.ts'

export interface HeaderLink {
  label: string
  to: string
  icon: typeof IconBell
  /** What waits there to be seen. */
  waiting?: number
}

/** Beside the account, for whoever is signed in, by what the school has switched on (part 1 §2.3). */
export function useHeaderLinks(): HeaderLink[] {
  const { user, school } = useAppContext()
  const role = useViewRole()
  const { routesByPath } = useRouter()
  if (!user || !school) return []
  const links = [
    school.has_rank && { label: 'Ranking', to: '/rank', icon: IconTrophy },
    school.has_notifications && { label: 'Notificações', to: '/notificacoes', icon: IconBell },
    school.has_support && role === 'admin' && { label: 'Suporte', to: '/suporte', icon: IconLifebuoy },
  ]
  return links.filter((link) => link !== false).filter(({ to }) => to in routesByPath)
}
