import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import type { classlessSaleStates, Sale } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'
import { todayLimits } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconMailExclamation, IconShoppingBagExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { ChooseCohort } from './choose-cohort.tsx'
import { buyerOf } from './sale-words.ts'
import { saleQueries } from './sales.queries.ts'
import { CorrectEmail } from './settle-sale.tsx'
import { NotUnderstoodNotice } from './unmatched-notice.tsx'

/** Buyers who paid and are in no class, each with what mends it. */
export const WaitingSales = () => (
  <>
    <Waiting state="unmatched" lack="turma" icon={IconShoppingBagExclamation} />
    <Waiting state="no_email" lack="e-mail" icon={IconMailExclamation} />
    <NotUnderstood />
  </>
)

function NotUnderstood() {
  const { data } = usePrefetchedQuery(saleQueries.list(useSchool().id, { page: 1, state: 'unmatched' }))
  return <NotUnderstoodNotice count={data.not_understood} />
}

interface WaitingProps {
  state: (typeof classlessSaleStates)[number]
  /** Name of what the sales are without. */
  lack: string
  icon: typeof IconMailExclamation
}

function Waiting({ state, lack, icon }: WaitingProps) {
  const { data } = usePrefetchedQuery(saleQueries.list(useSchool().id, { page: 1, state }))
  const shown = data.sales.list.slice(0, todayLimits.rows)
  const total = state === 'unmatched' ? data.unmatched : data.without_email
  return (
    <WorkList
      title={countOf(total, `venda sem ${lack}`, `vendas sem ${lack}`)}
      icon={icon}
      total={total}
      shown={shown.length}
      all={
        <Link to="/vendas" search={{ state }}>
          Ver todas as vendas sem {lack}
        </Link>
      }
    >
      {shown.map((sale) => (
        <WorkRow
          key={sale.id}
          title={buyerOf(sale)}
          text={`${sale.product_name || sale.product_ids.join(', ') || 'Produto sem nome'} · ${labels.providers[sale.gateway]} · ${formatDateTime(sale.utc_created_on)}`}
          action={<Mending sale={sale} />}
        />
      ))}
    </WorkList>
  )
}

function Mending({ sale }: { sale: Sale }) {
  const { state } = sale
  const maySettle = useRights().may('cohorts')
  if (state === 'no_email' && maySettle) return <CorrectEmail sale={sale} />
  if (sale.product_ids.length > 0 && maySettle) return <ChooseCohort sale={sale} />
  return (
    <Button
      size="compact-sm"
      variant="light"
      renderRoot={(props) => <Link {...props} to="/vendas" search={{ state }} />}
    >
      Ver a venda
    </Button>
  )
}
