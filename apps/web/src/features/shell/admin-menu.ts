import { roles } from '@escola/contract/permissions'
import type { TeamPlace } from '@escola/contract/schools.contract'
import {
  accessApiTitle,
  bankAndPlansTitle,
  correctionsTitle,
  examQuestionsTitle,
  pageTitles,
  salesTitle,
} from '@escola/contract/titles'
import {
  IconApi,
  IconBuildingCommunity,
  IconCertificate,
  IconChecklist,
  IconListCheck,
  IconMessages,
  IconPalette,
  IconReceipt,
  IconSettings,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import type { MenuEntry, MenuGroup } from './menu-entry.ts'

export { mayOpen } from '../../session/page-rights.ts'

const students: MenuEntry = {
  label: pageTitles.students,
  short: 'Alunos',
  to: '/alunos',
  holds: ['aluno'],
  icon: IconUsers,
}
const sales: MenuEntry = { label: salesTitle, short: 'Vendas', to: '/vendas', icon: IconReceipt, counts: 'sales' }
const community: MenuEntry = { label: pageTitles.community, to: '/comunidade', icon: IconMessages, counts: 'threads' }

const corrections: MenuEntry = {
  label: correctionsTitle,
  to: '/correcoes',
  icon: IconChecklist,
  counts: 'openAnswers',
}
const cohorts: MenuEntry = {
  label: pageTitles.cohorts,
  short: 'Turmas',
  to: '/turmas',
  holds: ['turma'],
  icon: IconUsersGroup,
}
const bank: MenuEntry = {
  label: bankAndPlansTitle,
  short: 'Banco',
  to: '/bank',
  holds: ['planos', 'trocar-plano', 'add-saldo', 'low-balance'],
  icon: IconWallet,
}

/** Entries below the courses. */
export const adminCourses: MenuEntry[] = [
  { label: examQuestionsTitle, to: '/questoes', icon: IconListCheck },
  corrections,
]

export const adminGroups: MenuGroup[] = [
  {
    heading: 'Pessoas e vendas',
    entries: [students, cohorts, sales],
  },
  {
    heading: 'Escola',
    entries: [
      { label: pageTitles.settings, to: '/config', icon: IconSettings },
      { label: pageTitles.design, to: '/design', icon: IconPalette },
    ],
  },
  {
    entries: [
      community,
      {
        label: 'Certificados',
        to: '/certificados',
        holds: ['certificado'],
        icon: IconCertificate,
        needs: 'has_certificate',
      },
      { label: 'Afiliados / filiais', to: '/filiais-planos', icon: IconBuildingCommunity, needs: 'has_affiliation' },
    ],
  },
  {
    entries: [
      { label: accessApiTitle, to: '/api', icon: IconApi, needs: 'has_api' },
      { label: pageTitles.administrators, to: '/usuarios', icon: IconUserShield, needs: 'has_multiple_users' },
      bank,
    ],
  },
]

/** Entries for a phone's bar, the best first: the first few that the user may open stand there. */
export const rankShortcuts = (courses: MenuEntry): MenuEntry[] => [
  students,
  sales,
  community,
  courses,
  corrections,
  cohorts,
  bank,
]

/** Names a place in the team; an owner is greeted as an administrator always was. */
export const nameTeamRole = (team: TeamPlace | null) => {
  const own = team?.roles ?? []
  const names = own.includes('owner') ? [] : own.map((role) => roles[role].name)
  return [...new Set(names)].join(' e ') || 'Administrador'
}
