import { countOf } from '@escola/contract/messages'
import { salesLimits } from '@escola/contract/sales'
import type { SaleState } from '@escola/contract/sales.contract'
import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { saleQueries } from './sales.queries.ts'

interface NoticeProps {
  title: string
  text: string
  state: SaleState
  action: string
}

const Notice = ({ title, text, state, action }: NoticeProps) => (
  <Alert color="ambar" variant="light" icon={<IconAlertTriangle />} title={title}>
    {text}{' '}
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/vendas" search={{ state }} />}>
      {action}
    </Anchor>
  </Alert>
)

/** Tells of buyers who paid and are in no class. */
export const UnmatchedNotice = ({ count }: { count: number }) =>
  count > 0 && (
    <Notice
      title={`${countOf(count, 'venda', 'vendas')} sem turma`}
      text="Quem comprou ainda não entrou em nenhuma turma."
      state="unmatched"
      action="Escolher a turma"
    />
  )

/** Tells of buyers who paid and cannot be reached. */
export const WithoutEmailNotice = ({ count }: { count: number }) =>
  count > 0 && (
    <Notice
      title={`${countOf(count, 'venda', 'vendas')} sem e-mail`}
      text="Quem comprou não informou um e-mail que funcione, e ainda não entrou."
      state="no_email"
      action="Corrigir o e-mail"
    />
  )

/** Tells of deliveries that the product could not read. */
export const NotUnderstoodNotice = ({ count }: { count: number }) =>
  count > 0 && (
    <Notice
      title={countOf(count, 'aviso de venda não entendido', 'avisos de vendas não entendidos')}
      text={`Vieram de uma conta sua, e não deu para ler. Pode ser uma venda ou um reembolso. Guardamos por ${salesLimits.unreadDays} dias.`}
      state="failed"
      action="Ver em Vendas"
    />
  )

/** Shows the notice beside the classes, which are there without it. */
export function UnmatchedSales() {
  const { data } = useQuery(saleQueries.list(useSchool().id, { page: 1, state: 'unmatched' }))
  return (
    <>
      <UnmatchedNotice count={data?.unmatched ?? 0} />
      <WithoutEmailNotice count={data?.without_email ?? 0} />
    </>
  )
}
