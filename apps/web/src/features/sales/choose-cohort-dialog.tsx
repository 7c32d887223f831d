import { nameProduct } from '@escola/contract/sales'
import type { Sale } from '@escola/contract/sales.contract'
import { type CohortChoice, CohortChoiceDialog } from '../../ui/cohorts/cohort-choice.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useReplay } from './sale-changes.ts'

interface ChooseCohortDialogProps {
  sale: Sale
  isOpen: boolean
  onClose: () => void
}

/** Codes by which the platform names what was sold. */
const listItems = ({ product_ids, product_names, offer_ids }: Sale) => [
  ...product_ids.map((id) => ({ id, label: id in product_names ? nameProduct(id, product_names) : `Produto ${id}` })),
  ...offer_ids.map((id) => ({ id, label: `Oferta ou plano ${id}` })),
]

export function ChooseCohortDialog({ sale, isOpen, onClose }: ChooseCohortDialogProps) {
  const replay = useReplay(sale.id)
  const handleChoose = (choice: CohortChoice) =>
    replay.mutate(choice, {
      onSuccess: () => {
        notifySuccess('Turma escolhida! A venda será processada em instantes.')
        onClose()
      },
    })
  return (
    <CohortChoiceDialog
      isOpen={isOpen}
      onClose={onClose}
      text={`${sale.product_name ? `“${sale.product_name}”` : 'O que foi vendido'} passa a matricular na turma que você escolher: nesta venda, nas outras que esperam e nas próximas.`}
      items={listItems(sale)}
      submitLabel="Matricular nesta turma"
      choosing={replay}
      onChoose={handleChoose}
    />
  )
}
