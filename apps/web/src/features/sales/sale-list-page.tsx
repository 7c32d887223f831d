import { salesAccountsTitle, salesReportTitle, salesTitle } from '@escola/contract/titles'
import { Button, Group, Stack, Title } from '@mantine/core'
import { IconFileSpreadsheet, IconPlug } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { PurchaseFilters } from './purchase-filters.tsx'
import { PurchaseSheet } from './purchase-sheet.tsx'
import { type PurchaseQuery, purchaseQueries } from './purchases.queries.ts'
import { Purchases } from './purchases.tsx'
import { ReplayAll } from './replay-all.tsx'
import { SalesNumbers, SellingAccounts } from './sales-summary.tsx'
import { WaitingSales } from './waiting-sales.tsx'

interface SaleListPageProps {
  query: PurchaseQuery
  /** Purchase whose sheet is open. */
  opened: string | undefined
  onQuery: (change: PurchaseQuery, replace?: boolean) => void
  onOpen: (id: string | undefined) => void
}

export function SaleListPage({ query, opened, onQuery, onOpen }: SaleListPageProps) {
  const { data: summary } = usePrefetchedQuery(purchaseQueries.summary(useSchool().id))
  const { accounts, waiting } = summary
  const { may } = useRights()
  const unmapped = accounts.filter(({ needs_mapping }) => needs_mapping)
  const waits = unmapped.length + waiting.unmatched + waiting.without_email + waiting.not_understood > 0
  return (
    <Page title={salesTitle}>
      <SalesNumbers {...summary} />
      <SellingAccounts accounts={accounts} />
      {waits && (
        <Stack component="section" gap="sm" aria-label="Para resolver">
          <Title order={2} size="h3">
            Para resolver
          </Title>
          <WaitingSales />
          {may('records') && <UnmappedAccounts accounts={unmapped} />}
        </Stack>
      )}
      <PurchaseFilters query={query} accounts={accounts} onQuery={onQuery} />
      {may('cohorts') && <ReplayAll state={query.state} search={query.search} />}
      <Purchases query={query} onOpen={onOpen} />
      <Group gap="xs">
        {may('cohorts') && (
          <>
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/vendas/relatorio" />}
            >
              {salesReportTitle}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlug size={18} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/vendas/contas" />}
            >
              {salesAccountsTitle}
            </Button>
          </>
        )}
      </Group>
      <PurchaseSheet id={opened} onClose={() => onOpen(undefined)} />
    </Page>
  )
}

/** Accounts whose deliveries wait until the school says what their fields mean. */
const UnmappedAccounts = ({ accounts }: { accounts: { id: string; title: string }[] }) => (
  <WorkList
    title="Campos para identificar"
    icon={IconPlug}
    total={accounts.length}
    shown={accounts.length}
    all={<Link to="/vendas/contas">{salesAccountsTitle}</Link>}
  >
    {accounts.map(({ id, title }) => (
      <WorkRow
        key={id}
        title={title}
        text="Há avisos que esperam até você dizer o que cada campo significa."
        action={
          <Button
            size="compact-sm"
            variant="light"
            renderRoot={(props) => <Link {...props} to="/vendas/contas/$accountId" params={{ accountId: id }} />}
          >
            Identificar campos
          </Button>
        }
      />
    ))}
  </WorkList>
)
