import { centsOf } from '@escola/contract/money'
import { nameProduct } from '@escola/contract/sales'
import { chosenAloneText, isChosenAlone, type Sale } from '@escola/contract/sales.contract'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { type CohortChoice, CohortChoiceDialog } from '../../ui/cohorts/cohort-choice.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { askWaiting } from '../../ui/sales-platforms/ask-waiting.ts'
import { useReplay } from './sale-changes.ts'

interface ChooseCohortDialogProps {
  sale: Sale
  isOpen: boolean
  onClose: () => void
}

/** Codes by which the platform names what was sold; where one thing of several waits, that goes first. */
const listItems = ({ product_ids, product_names, offer_ids, waiting_ids }: Sale) => [
  ...[...new Set([...waiting_ids, ...product_ids])].map((id) => ({
    id,
    label: id in product_names ? nameProduct(id, product_names) : `Produto ${id}`,
  })),
  ...offer_ids.map((id) => ({ id, label: `Oferta ou plano ${id}` })),
]

export function ChooseCohortDialog({ sale, isOpen, onClose }: ChooseCohortDialogProps) {
  const replay = useReplay(sale.id)
  const isAlone = isChosenAlone(sale)
  const schoolId = useSchool().id
  const [isAsking, setAsking] = useState(false)
  /** The sale itself is what was asked for; others that come in with it, and a price, are news. */
  const confirmOthers = ({ school_gateway_id: cohortId, ids }: CohortChoice) => {
    const account_id = sale.account_id ?? undefined
    return askWaiting({
      ...{ schoolId, cohortId, act: 'Ao matricular', confirmLabel: 'Matricular' },
      sold: { gateway: sale.gateway, ids: ids.join(' '), ...(account_id && { account_id }) },
      isNews: ({ sales, cost }) => sales > 1 || centsOf(cost) > 0,
    })
  }
  const handleChoose = async (choice: CohortChoice) => {
    setAsking(true)
    const goesOn = isAlone || (await confirmOthers(choice))
    setAsking(false)
    if (!goesOn) return
    replay.mutate(isAlone ? { school_gateway_id: choice.school_gateway_id } : choice, {
      onSuccess: () => {
        notifySuccess('Turma escolhida! A venda será processada em instantes.')
        onClose()
      },
    })
  }
  return (
    <CohortChoiceDialog
      isOpen={isOpen}
      onClose={onClose}
      text={
        isAlone
          ? chosenAloneText
          : `${sale.product_name ? `“${sale.product_name}”` : 'O que foi vendido'} passa a matricular na turma que você escolher: nesta venda, nas outras que esperam e nas próximas.`
      }
      items={isAlone ? [] : listItems(sale)}
      submitLabel="Matricular nesta turma"
      choosing={{ ...replay, isPending: replay.isPending || isAsking }}
      onChoose={(choice) => void handleChoose(choice)}
    />
  )
}
