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
import { useLocation, useRouter } from '@tanstack/react-router'
import { useAppContext, useViewRole } from '../../session/context.ts'
import { type Part, part, usePart } from '../../ui/loading/part.ts'
import type { MenuEntry, MenuGroup } from './menu-entry.ts'

/** Entries for administrators alone; students never load them. */
export const adminMenu: Part<typeof import('./admin-menu.ts')> = part(() => import('./admin-menu.ts'))
const nothing: Pick<typeof import('./admin-menu.ts'), 'adminCourses' | 'adminGroups' | 'rankShortcuts' | 'mayOpen'> = {
  adminCourses: [],
  adminGroups: [],
  rankShortcuts: () => [],
  mayOpen: () => true,
}
/** Entries of a phone's bar beside the home page. */
const shortcutsBesideHome = 3
const noMenu: Part<typeof nothing> = { ready: nothing, load: async () => nothing }

const home: MenuEntry = { label: 'Home', to: '/', icon: IconHome }
const courses: MenuEntry = {
  label: pageTitles.courses,
  short: 'Cursos',
  to: '/cursos',
  holds: ['c', 'curso'],
  icon: IconBook2,
}
const bookmarks: MenuEntry = { label: pageTitles.bookmarks, short: 'Favoritos', to: '/favoritos', icon: IconBookmark }
const profile: MenuEntry = { label: 'Meus perfil', short: 'Perfil', to: '/perfil', icon: IconUserCircle }
const schoolList: MenuEntry = { label: pageTitles.schools, to: '/escolas', icon: IconSchool }

const studentMenu: MenuEntry[] = [
  home,
  courses,
  bookmarks,
  { label: pageTitles.certificates, to: '/certificados', icon: IconCertificate },
  profile,
  schoolList,
  { label: 'Suporte', to: '/suporte', icon: IconLifebuoy, needs: 'has_support' },
]

interface Navigation {
  /** Groups of the sidebar (part 1 §2.3). */
  groups: MenuGroup[]
  /** Entries of a phone's bar. */
  shortcuts: MenuEntry[]
  /** Tells whether the user's rights open an address. */
  isOpen: (to: string) => boolean
}

/** Lists where a user may go, to screens that exist. */
export function useNavigation(): Navigation {
  const context = useAppContext()
  const { user, school } = context
  const role = useViewRole()
  const { routesByPath } = useRouter()
  const { loaded = nothing } = usePart<typeof nothing>(role === 'admin' ? adminMenu : noMenu)
  const isOpen = (to: string) =>
    to in routesByPath && loaded.mayOpen(context, routesByPath[to as keyof typeof routesByPath].id)
  if (!school) return { groups: [], shortcuts: [], isOpen }
  const openOf = (entries: MenuEntry[]) =>
    entries
      .filter(({ to, needs }) => isOpen(to) && (!needs || school[needs]))
      .map((entry) => (entry.counts ? { ...entry, waiting: context[entry.counts].waiting } : entry))
  // A private school sends its visitors to no other.
  const visitorMenu = [home, courses, ...(user ? [profile, ...(school.is_private ? [] : [schoolList])] : [])]
  const navigations: Record<typeof role, Omit<Navigation, 'isOpen'>> = {
    admin: {
      groups: [
        { entries: [home, courses, ...loaded.adminCourses] },
        ...loaded.adminGroups,
        { entries: user?.isAdminOfMoreSchools ? [schoolList] : [] },
      ],
      shortcuts: [home, ...openOf(loaded.rankShortcuts(courses)).slice(0, shortcutsBesideHome)],
    },
    student: { groups: [{ entries: studentMenu }], shortcuts: [home, courses, bookmarks, profile] },
    visitor: { groups: [{ entries: visitorMenu }], shortcuts: [] },
  }
  const { groups, shortcuts } = navigations[role]
  return {
    groups: groups
      .map((group) => ({ ...group, entries: openOf(group.entries) }))
      .filter(({ entries }) => entries.length > 0),
    shortcuts: openOf(shortcuts),
    isOpen,
  }
}

/** Says of an entry whether the page is its own ('page') or belongs to it ('true'), as `aria-current` does. */
export function useCurrentEntry(): (entry: Pick<MenuEntry, 'to' | 'holds'>) => 'page' | 'true' | undefined {
  const pathname = useLocation({ select: (location) => location.pathname })
  const [, first = ''] = pathname.split('/')
  return ({ to, holds = [] }) => {
    if (pathname === to) return 'page'
    return `/${first}` === to || holds.includes(first) ? 'true' : undefined
  }
}
