import { billingTitles } from '@escola/contract/billing-texts'
import { ledger, ledgerMessages, type Movement, movementText, passesBalance } from '@escola/contract/ledger.contract'
import { countOf } from '@escola/contract/messages'
import { centsOf, formatMoney } from '@escola/contract/money'
import { formatDateTime, monthOf } from '@escola/contract/time'
import { Anchor, Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import type { Column } from '../../ui/lists/stack-table.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { BankTabs } from '../../ui/money/bank-tabs.tsx'
import { Total } from '../../ui/total.tsx'
import { AdjustBalance } from './adjust-balance.tsx'
import { FreeStudents } from './free-students.tsx'
import classes from './ledger.module.css'
import { ledgerQueries, type StatementQuery } from './ledger.queries.ts'
import { monthsSince, nameOfMonth } from './months.ts'

interface BankPageProps {
  query: StatementQuery
  onPage: (page: number) => void
  onMonth: (month: string) => void
  /** Ways to add to the balance. */
  packs: ReactNode
}

/** Shows what the school has, and every movement that made it so. */
export function BankPage({ query, onPage, onMonth, packs }: BankPageProps) {
  const school = useSchool()
  const { data, shown, isLoading } = useQueryTable(query, (query) => ledgerQueries.statement(school.id, query))
  const { bank, movements, first_month } = data
  const isPhone = usePhone()
  return (
    <ListPage
      title={billingTitles.bank}
      description="Cada movimento do saldo e dos pontos, e o que ficou depois dele."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconStar size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/pontos" />}
          >
            {countOf(bank.points, 'ponto', 'pontos')}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/bank/pagamentos" />}>
            {billingTitles.payments}
          </Button>
          {school.platform_view && <AdjustBalance />}
        </>
      }
      filters={
        <>
          <BankTabs current="bank" />
          <Total value={formatMoney(centsOf(bank.balance))} />
          <FreeStudents />
          {packs}
          {first_month && (
            <Stack gap="xs">
              <Title order={2} size="h3">
                {billingTitles.statement}
              </Title>
              <Group gap="sm" align="end">
                <Select
                  label="Mês"
                  allowDeselect={false}
                  data={[
                    { value: '', label: 'Todos os meses' },
                    ...monthsSince(first_month, monthOf(new Date())).map((month) => ({
                      value: month,
                      label: nameOfMonth(month),
                    })),
                  ]}
                  value={query.month}
                  onChange={(month) => onMonth(month ?? '')}
                />
                <DownloadStatement month={shown.month} />
              </Group>
            </Stack>
          )}
        </>
      }
      listed={movements}
      onPage={onPage}
      empty={shown.month ? emptyMonth : noMovements}
    >
      <Paper px={{ base: 'md', sm: 'lg' }} py={{ base: 0, sm: 'xs' }}>
        <PagedTable
          caption={billingTitles.statement}
          columns={isPhone ? phoneColumns : columns}
          isNarrow={isPhone}
          listed={movements}
          keyOf={({ id }) => id}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas do extrato"
        />
      </Paper>
    </ListPage>
  )
}

const noMovements = {
  drawing: 'papers' as const,
  title: 'Nada entrou nem saiu ainda',
  text: 'Quando a escola ganhar ou usar saldo ou pontos, o movimento aparece aqui.',
}
const emptyMonth = { drawing: 'papers' as const, title: 'Nenhum movimento neste mês' }

/** Writes a change with its sign: '+ R$ 10,00'. */
const signed = (amount: number, text: (amount: number) => string) =>
  amount === 0 ? '–' : `${amount > 0 ? '+' : '−'} ${text(Math.abs(amount))}`

const formatCents = ({ cents }: Movement) => signed(cents, formatMoney)
const formatPoints = ({ points }: Movement) => signed(points, (count) => countOf(count, 'ponto', 'pontos'))

const moved: Column<Movement, never> = {
  label: 'Movimento',
  heading: true,
  cell: (movement) => (
    <>
      <Cause movement={movement} />
      {[
        movement.reason,
        movement.booked_by && `Por ${movement.booked_by}`,
        !passesBalance(movement) && ledgerMessages.outside,
      ].map(
        (line) =>
          line && (
            <Text key={line} size="sm" c="dimmed">
              {line}
            </Text>
          ),
      )}
    </>
  ),
}
const booked: Column<Movement, never> = {
  label: 'Data',
  tight: true,
  fact: true,
  cell: ({ utc_booked_on }) => <time dateTime={utc_booked_on}>{formatDateTime(utc_booked_on)}</time>,
}
const Amount = ({ movement, text }: { movement: Movement; text: string }) => (
  <span className={classes.amount} data-came={movement.cents > 0 || undefined}>
    {text}
  </span>
)

const columns: Column<Movement, never>[] = [
  moved,
  { ...booked, fact: false },
  {
    label: 'Valor',
    tight: true,
    cell: (movement) => <Amount movement={movement} text={formatCents(movement)} />,
  },
  { label: 'Pontos', tight: true, cell: formatPoints },
  { label: 'Saldo', tight: true, cell: ({ balance_after }) => formatMoney(balance_after) },
]

/** A movement of points alone has no amount to show beside its words. */
const phoneColumns: Column<Movement, never>[] = [
  moved,
  {
    label: 'Valor',
    state: true,
    tight: true,
    cell: (movement) => (
      <Amount movement={movement} text={movement.cents === 0 ? formatPoints(movement) : formatCents(movement)} />
    ),
  },
  booked,
]

/** Words of a movement, which lead to what caused it. */
function Cause({ movement }: { movement: Movement }) {
  if (!movement.path) return movementText(movement)
  const { pathname, searchParams, hash } = new URL(movement.path, location.origin)
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link {...props} to={pathname as '/'} search={Object.fromEntries(searchParams) as never} hash={hash.slice(1)} />
      )}
    >
      {movementText(movement)}
    </Anchor>
  )
}

function DownloadStatement({ month }: { month: string }) {
  const { id: schoolId } = useSchool()
  const call = { params: { schoolId }, query: month ? { month } : {} }
  const downloadStatement = () => download(ledger.download, call, `extrato-${month || 'todo'}.csv`)
  return <DownloadButton label="Baixar CSV" download={downloadStatement} done="O extrato foi baixado." />
}
