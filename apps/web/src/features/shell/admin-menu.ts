import { accessApiTitle, pageTitles } from '@escola/contract/titles'
import {
  IconApi,
  IconBuildingCommunity,
  IconCertificate,
  IconMessages,
  IconPalette,
  IconSettings,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { MenuEntry } from './menu-entry.ts'

export const adminEntries: MenuEntry[] = [
  { label: pageTitles.students, to: '/alunos', icon: IconUsers },
  { label: pageTitles.cohorts, to: '/turmas', icon: IconUsersGroup, counts: 'sales' },
  { label: 'Edições da escola', to: '/config', icon: IconSettings },
  { label: 'Design da escola', to: '/design', icon: IconPalette },
  { label: pageTitles.community, to: '/comunidade', icon: IconMessages, counts: 'threads' },
  { label: 'Certificados', to: '/certificados', icon: IconCertificate, needs: 'has_certificate' },
  { label: 'Afiliados / filiais', to: '/filiais-planos', icon: IconBuildingCommunity, needs: 'has_affiliation' },
  { label: accessApiTitle, to: '/api', icon: IconApi, needs: 'has_api' },
  { label: 'Usuários do sistema', to: '/usuarios', icon: IconUserShield, needs: 'has_multiple_users' },
]
