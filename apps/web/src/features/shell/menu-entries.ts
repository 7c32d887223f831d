import { IconBook2, IconCertificate, IconHome, IconSchool, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAppContext, useViewRole, type ViewRole } from '../../session/context.ts'

export interface MenuEntry {
  label: string
  to: string
  icon: typeof IconHome
}

const home: MenuEntry = { label: 'Home', to: '/', icon: IconHome }
const mySchools: MenuEntry = { label: 'Minhas escolas', to: '/escolas', icon: IconSchool }

const menus: Record<ViewRole, MenuEntry[]> = {
  admin: [
    home,
    { label: 'Meus cursos', to: '/cursos', icon: IconBook2 },
    { label: 'Meus alunos', to: '/alunos', icon: IconUsers },
    { label: 'Minhas turmas', to: '/turmas', icon: IconUsersGroup },
  ],
  student: [home, { label: 'Meus certificados', to: '/certificados', icon: IconCertificate }],
  visitor: [home],
}

/** What the sidebar offers, to screens that exist. */
export function useMenu(): MenuEntry[] {
  const { schools } = useAppContext()
  const { routesByPath } = useRouter()
  const entries = menus[useViewRole()]
  return [...entries, ...(schools.length > 1 ? [mySchools] : [])].filter(({ to }) => to in routesByPath)
}
