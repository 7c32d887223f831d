import { teamLogTexts } from '@escola/contract/team-log.contract'
import { accessLogTitle } from '@escola/contract/titles'
import { TabLinks } from './tab-links.tsx'

const tabs = [
  { tab: 'team', label: teamLogTexts.title, to: '/config/acessos/equipe' },
  { tab: 'platform', label: accessLogTitle, to: '/config/acessos' },
] as const

/** The two logs of a school: that of its own team, and that of the platform's visits. */
export const LogTabs = ({ current }: { current: 'team' | 'platform' }) => (
  <TabLinks label="Registros" tabs={tabs} current={current} searchOf={() => ({})} />
)
