import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import type { SaleState } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'
import { todayLimits } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconShoppingBagExclamation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { usePrefetchedQuery } from '../../ui/use-prefetched-query.ts'
import { WorkList, WorkRow } from '../../ui/work-list.tsx'
import { ChooseCohort } from './choose-cohort.tsx'
import { buyerOf } from './sale-words.ts'
import { saleQueries } from './sales.queries.ts'

/** Buyers who paid and are in no class: those for whom one is chosen here, and the number of those who cannot be reached. */
export function WaitingSales() {
  const { data } = usePrefetchedQuery(saleQueries.list(useSchool().id, { page: 1, state: 'unmatched' }))
  const shown = data.sales.list.slice(0, todayLimits.rows)
  const waiting = data.unmatched + data.without_email
  return (
    <WorkList
      title={
        data.without_email > 0
          ? countOf(waiting, 'venda espera por você', 'vendas esperam por você')
          : countOf(waiting, 'venda sem turma', 'vendas sem turma')
      }
      icon={IconShoppingBagExclamation}
      total={waiting}
      shown={shown.length + data.without_email}
      all={
        <Link to="/vendas" search={{ state: 'unmatched' }}>
          Ver todas as vendas sem turma
        </Link>
      }
    >
      {shown.map((sale) => (
        <WorkRow
          key={sale.id}
          title={buyerOf(sale)}
          text={`${sale.product_name || sale.product_ids.join(', ') || 'Produto sem nome'} · ${labels.providers[sale.gateway]} · ${formatDateTime(sale.utc_created_on)}`}
          action={
            sale.product_ids.length > 0 ? (
              <ChooseCohort sale={sale} />
            ) : (
              <SalesButton state="unmatched" label="Ver a venda" />
            )
          }
        />
      ))}
      {data.without_email > 0 && (
        <WorkRow
          title={`${countOf(data.without_email, 'venda', 'vendas')} sem e-mail`}
          text="Quem comprou não informou um e-mail que funcione, e ainda não entrou."
          action={<SalesButton state="no_email" label="Corrigir o e-mail" />}
        />
      )}
    </WorkList>
  )
}

const SalesButton = ({ state, label }: { state: SaleState; label: string }) => (
  <Button size="compact-sm" variant="light" renderRoot={(props) => <Link {...props} to="/vendas" search={{ state }} />}>
    {label}
  </Button>
)
