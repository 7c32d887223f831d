import { countOf } from '@escola/contract/messages'
import type { PurchaseState } from '@escola/contract/purchase-list.contract'
import { pendingSaleStates } from '@escola/contract/sales.contract'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useReplayAll } from './sale-changes.ts'
import { saleQueries } from './sales.queries.ts'

interface Props {
  state: PurchaseState | undefined
  search?: string | undefined
}

/** Does all sales of a state again, once what kept them is mended. */
export function ReplayAll({ state, search = '' }: Props) {
  const repeated = pendingSaleStates.find((each) => each === state)
  return repeated && <ReplayOfState state={repeated} search={search} />
}

function ReplayOfState({ state, search }: { state: (typeof pendingSaleStates)[number]; search: string }) {
  const { data } = useQuery(saleQueries.list(useSchool().id, { page: 1, state, ...(search && { search }) }))
  const { mutateAsync: replay } = useReplayAll()
  const { run, isPending } = useConfirmedChange()
  const total = data?.sales.total ?? 0
  if (total < 2) return null
  const handleClick = () =>
    run({
      question: {
        title: `Reprocessar ${countOf(total, 'venda', 'vendas')}?`,
        text: 'Cada compra é analisada de novo com tudo o que a plataforma avisou. Ninguém é matriculado duas vezes.',
        confirmLabel: 'Reprocessar todas',
      },
      change: () => replay({ state, search }),
      done: 'Vamos processar essas vendas de novo.',
    })
  return (
    <Group>
      <BusyButton variant="light" size="compact-md" busy={isPending} onClick={handleClick}>
        Reprocessar todas
      </BusyButton>
    </Group>
  )
}
