import { countOf } from '@escola/contract/messages'
import { Alert, Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { saleQueries } from './sales.queries.ts'

/** Tells of buyers who paid and are in no class. */
export function UnmatchedNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert
      color="ambar"
      variant="light"
      icon={<IconAlertTriangle />}
      title={`${countOf(count, 'venda', 'vendas')} sem turma`}
    >
      Quem comprou ainda não entrou em nenhuma turma.{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => <Link {...props} to="/vendas" search={{ state: 'unmatched' }} />}
      >
        Escolher a turma
      </Anchor>
    </Alert>
  )
}

/** Shows the notice beside the classes, which are there without it. */
export function UnmatchedSales() {
  const { data } = useQuery(saleQueries.list(useSchool().id, { page: 1, state: 'unmatched' }))
  return <UnmatchedNotice count={data?.unmatched ?? 0} />
}
