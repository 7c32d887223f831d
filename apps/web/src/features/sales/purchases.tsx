import { Button, Group } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { PurchaseTimeline } from './purchase-timeline.tsx'
import { type PurchaseQuery, purchaseQueries } from './purchases.queries.ts'

/** Purchases of the address; those of the address before stay until they have come. */
export function Purchases({ query, onOpen }: { query: PurchaseQuery; onOpen: (id: string) => void }) {
  const { data, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...purchaseQueries.list(useSchool().id, query),
    placeholderData: keepPreviousData,
  })
  if (!data) return isError && <ErrorState error={error} onRetry={() => void refetch()} />
  const purchases = data.pages.flatMap(({ list }) => list)
  const isAsked = Object.values(query).some(Boolean)
  if (purchases.length === 0) return <EmptyState {...(isAsked ? noneFound : noSales)} />
  return (
    <>
      <PurchaseTimeline purchases={purchases} onOpen={onOpen} />
      {hasNextPage && (
        <Group justify="center">
          <BusyButton variant="light" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Mostrar mais
          </BusyButton>
        </Group>
      )}
    </>
  )
}

const noSales = {
  drawing: 'papers' as const,
  title: 'Nenhuma venda chegou ainda',
  text: 'Quando alguém comprar em uma plataforma de venda, a compra aparece aqui e o aluno entra na turma sozinho. Para começar, abra a turma que você vende e adicione uma integração.',
  action: (
    <Need right="cohorts">
      <Button variant="light" renderRoot={(props) => <Link {...props} to="/turmas" />}>
        Ir para as turmas
      </Button>
    </Need>
  ),
}

const noneFound = {
  drawing: 'search' as const,
  title: 'Nenhuma venda encontrada',
  text: 'Confira o que você digitou, ou limpe os filtros.',
}
