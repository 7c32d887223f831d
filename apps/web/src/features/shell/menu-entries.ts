import { IconBook2, IconCertificate, IconHome, IconSchool, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAppContext, useViewRole, type ViewRole } from '../../session/context.ts'

export interface MenuEntry {
  label: string
  to: string
  icon: typeof IconHome
}

const courses: MenuEntry = { label: 'Meus cursos', to: '/cursos', icon: IconBook2 }
const home: MenuEntry = { label: 'Home', to: '/', icon: IconHome }
const mySchools: MenuEntry = { label: 'Minhas escolas', to: '/escolas', icon: IconSchool }

const menus: Record<ViewRole, MenuEntry[]> = {
  admin: [
    home,
    courses,
    { label: 'Meus alunos', to: '/alunos', icon: IconUsers },
    { label: 'Minhas turmas', to: '/turmas', icon: IconUsersGroup },
  ],
  student: [home, courses, { label: 'Meus certificados', to: '/certificados', icon: IconCertificate }],
  visitor: [home, courses],
}

/** What the sidebar offers, to screens that exist. */
export function useMenu(): MenuEntry[] {
  const { user, school } = useAppContext()
  const role = useViewRole()
  const { routesByPath } = useRouter()
  // Part 1 §2.3: an administrator's other schools; a student's always; a private school sends nobody elsewhere.
  const choosesSchool = {
    admin: user?.isAdminOfMoreSchools,
    student: true,
    visitor: user && !school?.is_private,
  }
  return [...menus[role], ...(choosesSchool[role] ? [mySchools] : [])].filter(({ to }) => to in routesByPath)
}
