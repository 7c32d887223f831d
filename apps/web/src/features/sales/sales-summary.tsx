import { countOf } from '@escola/contract/messages'
import type { PurchaseSum, SellingAccount } from '@escola/contract/purchase-list.contract'
import { salesAccountsTitle } from '@escola/contract/titles'
import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { describeAccount, describeSum } from './purchase-words.ts'
import classes from './sales-summary.module.css'

interface SalesNumbersProps {
  today: PurchaseSum
  week: PurchaseSum
  refunds: PurchaseSum
}

/** Sums of this day's sales, of seven days', and of what was paid back. */
export const SalesNumbers = ({ today, week, refunds }: SalesNumbersProps) => (
  <dl className={classes.numbers} aria-label="Vendas em números">
    <Sum label="Hoje" {...describeSum(today, 'venda', 'vendas')} />
    <Sum label="7 dias" {...describeSum(week, 'venda', 'vendas')} />
    <Sum label="Reembolsos em 7 dias" {...describeSum(refunds, 'reembolso', 'reembolsos')} />
  </dl>
)

const Sum = ({ label, value, notes }: { label: string; value: string; notes: string[] }) => (
  <div className={classes.sum}>
    <dt>{label}</dt>
    <dd className={classes.value}>{value}</dd>
    {notes.map((note) => (
      <dd key={note} className={classes.note}>
        {note}
      </dd>
    ))}
  </div>
)

/** Accounts that stand open at first; of the others, those with a fault do. */
const openAccounts = 2

/** One line for each account that sells: quiet, unless something is wrong with it. */
export function SellingAccounts({ accounts }: { accounts: SellingAccount[] }) {
  if (accounts.length === 0) return null
  const shown = accounts.filter(({ fault }, at) => fault || at < openAccounts)
  const others = accounts.filter((account) => !shown.includes(account))
  return (
    <section aria-label={salesAccountsTitle}>
      <AccountLines accounts={shown} />
      {others.length > 0 && (
        <details className={classes.more}>
          <summary>mais {countOf(others.length, 'conta', 'contas')}</summary>
          <AccountLines accounts={others} />
        </details>
      )}
    </section>
  )
}

const AccountLines = ({ accounts }: { accounts: SellingAccount[] }) => (
  <ul className={classes.accounts}>
    {accounts.map((account) => (
      <li key={account.id} data-fault={account.fault ?? undefined}>
        {account.fault && <IconAlertTriangle size={16} aria-hidden />}
        <Text span inherit fw={600}>
          {account.title}
        </Text>
        : {describeAccount(account)}
        {account.fault && (
          <>
            {' '}
            ·{' '}
            <Link
              to={account.fault === 'unread' ? '/vendas' : '/vendas/contas'}
              search={(account.fault === 'unread' ? { state: 'failed' } : {}) as never}
            >
              Ver
            </Link>
          </>
        )}
      </li>
    ))}
  </ul>
)
