import { type ReportRow, reportTexts } from '@escola/contract/sales-reports.contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type CohortChoice, CohortChoiceDialog } from '../../ui/cohorts/cohort-choice.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useChooseCohort } from './sales-reports.queries.ts'

/** Lets an administrator choose a class for a product of the report without one. */
export function ChooseCohort({ reportId, row }: { reportId: string; row: ReportRow }) {
  const [isOpen, setOpen] = useState(false)
  const choose = useChooseCohort(reportId)
  const { product_id, product_name, offer_id, is_alone } = row
  const close = () => setOpen(false)
  const handleChoose = (choice: CohortChoice) =>
    choose.mutate(
      { ...choice, ids: is_alone ? [] : choice.ids, product_id, product_name, ...(is_alone && { alone: true }) },
      {
        onSuccess: () => {
          notifySuccess('Turma escolhida! Veja agora quem está sem acesso.')
          close()
        },
      },
    )
  const items = [
    ...(product_id ? [{ id: product_id, label: `Produto ${product_id}` }] : []),
    ...(product_id && offer_id ? [{ id: offer_id, label: `Oferta ou plano ${offer_id}` }] : []),
  ]
  const name = product_name ? `“${product_name}”` : 'O que foi vendido'
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`Escolher turma: ${product_name || product_id}`}
        onClick={() => {
          choose.reset()
          setOpen(true)
        }}
      >
        Escolher turma
      </Button>
      <CohortChoiceDialog
        isOpen={isOpen}
        onClose={close}
        text={
          is_alone
            ? reportTexts.alone
            : `${name} passa a matricular na turma que você escolher, nas vendas que esperam e nas próximas. As compras do relatório passam para “sem acesso”, e você decide quando dar.`
        }
        items={is_alone ? [] : items}
        submitLabel="Escolher esta turma"
        choosing={choose}
        onChoose={handleChoose}
      />
    </>
  )
}
