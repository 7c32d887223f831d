import { pageTitles } from '@escola/contract/titles'
import {
  IconBook2,
  IconBookmark,
  IconCertificate,
  IconHome,
  IconLifebuoy,
  IconSchool,
  IconUserCircle,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAppContext, useViewRole } from '../../session/context.ts'
import { type Part, part, usePart } from '../../ui/loading/part.ts'
import type { MenuEntry } from './menu-entry.ts'

/** Entries for administrators alone; students never load them. */
export const adminMenu: Part<{ adminEntries: MenuEntry[] }> = part(() => import('./admin-menu.ts'))
const noMenu: typeof adminMenu = { ready: { adminEntries: [] }, load: async () => ({ adminEntries: [] }) }

const home: MenuEntry = { label: 'Home', to: '/', icon: IconHome }
const courses: MenuEntry = { label: pageTitles.courses, to: '/cursos', icon: IconBook2 }
const profile: MenuEntry = { label: 'Meus perfil', to: '/perfil', icon: IconUserCircle }
const schoolList: MenuEntry = { label: pageTitles.schools, to: '/escolas', icon: IconSchool }

const studentMenu: MenuEntry[] = [
  home,
  courses,
  { label: pageTitles.bookmarks, to: '/favoritos', icon: IconBookmark },
  { label: pageTitles.certificates, to: '/certificados', icon: IconCertificate },
  profile,
  schoolList,
  { label: 'Suporte', to: '/suporte', icon: IconLifebuoy, needs: 'has_support' },
]

/** Lists the sidebar's entries (part 1 §2.3), to screens that exist. */
export function useMenu(): MenuEntry[] {
  const context = useAppContext()
  const { user, school } = context
  const role = useViewRole()
  const { routesByPath } = useRouter()
  const { loaded } = usePart(role === 'admin' ? adminMenu : noMenu)
  if (!school) return []
  const menus = {
    admin: [home, courses, ...(loaded?.adminEntries ?? []), ...(user?.isAdminOfMoreSchools ? [schoolList] : [])],
    student: studentMenu,
    // A private school sends its visitors to no other.
    visitor: [home, courses, ...(user ? [profile, ...(school.is_private ? [] : [schoolList])] : [])],
  }
  return menus[role]
    .filter(({ to, needs }) => to in routesByPath && (!needs || school[needs]))
    .map((entry) => (entry.counts ? { ...entry, waiting: context[entry.counts].waiting } : entry))
}
