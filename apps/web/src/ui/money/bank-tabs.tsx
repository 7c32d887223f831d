import { billingTitles } from '@escola/contract/billing-texts'
import { bankAndPlansTitle } from '@escola/contract/titles'
import { TabLinks } from '../tab-links.tsx'

const tabs = [
  { tab: 'bank', label: 'Saldo', to: '/bank' },
  { tab: 'plans', label: billingTitles.plans, to: '/planos' },
] as const

/** Tabs of what the menu calls 'Saldo e planos'. */
export const BankTabs = ({ current }: { current: (typeof tabs)[number]['tab'] }) => (
  <TabLinks label={bankAndPlansTitle} tabs={tabs} current={current} searchOf={() => ({})} />
)
