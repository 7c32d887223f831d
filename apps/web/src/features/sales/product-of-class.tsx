import { countOf } from '@escola/contract/messages'
import { nameProduct } from '@escola/contract/sales'
import type { Sale } from '@escola/contract/sales.contract'
import { Text } from '@mantine/core'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useOfClass } from './sale-changes.ts'

const nameAll = ({ product_names }: Sale, ids: string[]) => ids.map((id) => nameProduct(id, product_names)).join(', ')

/** Names the items of a sale that no class sells, while its others have one. */
export const WaitingItems = ({ sale }: { sale: Sale }) =>
  sale.waiting_ids.length > 0 && (
    <Text size="sm">
      {countOf(sale.waiting_ids.length, 'item desta venda não tem turma', 'itens desta venda não têm turma')}:{' '}
      {nameAll(sale, sale.waiting_ids)}
    </Text>
  )

/** Lets an administrator say once that what waits belongs to no class. */
export function NotOfClass({ sale }: { sale: Sale }) {
  const { mutateAsync: setOfClass } = useOfClass(sale.id)
  const { run, isPending } = useConfirmedChange()
  const ids = sale.waiting_ids.length > 0 ? sale.waiting_ids : sale.product_ids
  const handleClick = () =>
    run({
      question: {
        title: 'Não é de nenhuma turma?',
        text: `${nameAll(sale, ids)}: esta venda, as outras que esperam e as próximas deixam de esperar por uma turma. Você pode desfazer na própria venda.`,
        confirmLabel: 'Não é de turma',
      },
      change: () => setOfClass({ ids, is_of_class: false }),
      done: 'Anotado: este produto não é de turma.',
    })
  return (
    <BusyButton size="compact-sm" variant="subtle" busy={isPending} onClick={handleClick}>
      Este produto não é de turma
    </BusyButton>
  )
}

/** Says which products the school wants in no class, and takes that back. */
export function ExcludedProducts({ sale }: { sale: Sale }) {
  const { mutateAsync: setOfClass } = useOfClass(sale.id)
  const { run, isPending } = useConfirmedChange()
  if (sale.excluded_ids.length === 0) return null
  const handleClick = () =>
    run({
      change: () => setOfClass({ ids: sale.excluded_ids, is_of_class: true }),
      done: 'Desfeito: as vendas deste produto voltam a esperar por uma turma.',
    })
  return (
    <>
      <Text size="sm">Não é de turma: {nameAll(sale, sale.excluded_ids)}</Text>
      <BusyButton size="compact-sm" variant="subtle" busy={isPending} onClick={handleClick}>
        Desfazer
      </BusyButton>
    </>
  )
}
