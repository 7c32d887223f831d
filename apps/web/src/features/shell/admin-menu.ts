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

const students: MenuEntry = {
  label: pageTitles.students,
  short: 'Alunos',
  to: '/alunos',
  holds: ['aluno'],
  icon: IconUsers,
}
const sales: MenuEntry = { label: salesTitle, short: 'Vendas', to: '/vendas', icon: IconReceipt, counts: 'sales' }
const community: MenuEntry = { label: pageTitles.community, to: '/comunidade', icon: IconMessages, counts: 'threads' }

/** Entries below the courses. */
export const adminCourses: MenuEntry[] = [
  { label: examQuestionsTitle, to: '/questoes', icon: IconListCheck },
  { label: correctionsTitle, to: '/correcoes', icon: IconChecklist, counts: 'openAnswers' },
]

export const adminGroups: MenuGroup[] = [
  {
    heading: 'Pessoas e vendas',
    entries: [students, { label: pageTitles.cohorts, to: '/turmas', holds: ['turma'], icon: IconUsersGroup }, sales],
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
      {
        label: bankAndPlansTitle,
        to: '/bank',
        holds: ['planos', 'trocar-plano', 'add-saldo', 'low-balance'],
        icon: IconWallet,
      },
    ],
  },
]

export const adminShortcuts: MenuEntry[] = [students, sales, community]
