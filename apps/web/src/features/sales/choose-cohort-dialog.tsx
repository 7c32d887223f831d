import { nameProduct, salesMessages } from '@escola/contract/sales'
import type { Sale } from '@escola/contract/sales.contract'
import { Button, Checkbox, Modal, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useAppContext } from '../../session/context.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useReplay } from './sale-changes.ts'

interface ChooseCohortDialogProps {
  sale: Sale
  isOpen: boolean
  onClose: () => void
}

export const ChooseCohortDialog = ({ sale, isOpen, onClose }: ChooseCohortDialogProps) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title="Escolher turma"
    centered
    closeButtonProps={{ 'aria-label': 'Fechar' }}
  >
    <CohortChoice sale={sale} onClose={onClose} />
  </Modal>
)

/** Codes by which the platform names what was sold. */
const listItems = ({ product_ids, product_names, offer_ids }: Sale) => [
  ...product_ids.map((id) => ({ id, label: id in product_names ? nameProduct(id, product_names) : `Produto ${id}` })),
  ...offer_ids.map((id) => ({ id, label: `Oferta ou plano ${id}` })),
]

function CohortChoice({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { gatewayList } = useAppContext()
  const replay = useReplay(sale.id)
  const [chosen, setChosen] = useState('')
  const items = listItems(sale)
  // Other codes of the delivery may be of anything: a bundle, a plan, or what the seller wrote beside it.
  const [ids, setIds] = useState(items.slice(0, 1).map(({ id }) => id))
  const [isMissing, setMissing] = useState(false)
  if (gatewayList.length === 0) {
    return (
      <Stack>
        <Text>Você ainda não tem nenhuma turma. Crie uma e volte aqui.</Text>
        <Button renderRoot={(props) => <Link {...props} to="/turmas" />}>Ir para as turmas</Button>
      </Stack>
    )
  }
  const refusal = replay.error instanceof ApiError ? replay.error.fields?.school_gateway_id : undefined
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen || ids.length === 0)
    // The dialog is still closing.
    if (!chosen || ids.length === 0 || replay.isPending || replay.isSuccess) return
    const choice = { school_gateway_id: chosen, ids }
    replay.mutate(choice, {
      onSuccess: () => {
        notifySuccess('Turma escolhida! A venda será feita em instantes.')
        onClose()
      },
    })
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <Text>
          {sale.product_name ? `“${sale.product_name}”` : 'O que foi vendido'} passa a matricular na turma que você
          escolher: nesta venda, nas outras que esperam e nas próximas.
        </Text>
        {items.length > 1 && (
          <Checkbox.Group
            label="O que esta turma vende"
            description="Marque a oferta ou o plano, e não o produto, quando cada plano tem uma turma sua."
            value={ids}
            onChange={setIds}
            error={isMissing && ids.length === 0 && salesMessages.ids}
          >
            <Stack gap="sm" py={8}>
              {items.map(({ id, label }) => (
                <Checkbox key={id} value={id} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Radio.Group
          label="Turma"
          value={chosen}
          onChange={setChosen}
          error={refusal ?? (isMissing && !chosen && 'Escolha a turma')}
        >
          <ScrollArea.Autosize mah="45dvh" type="auto" scrollbars="y" offsetScrollbars>
            <Stack gap="sm" py={8}>
              {gatewayList.map(({ id, title }) => (
                <Radio key={id} value={id} label={title} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Radio.Group>
        <FormFoot
          failure={refusal ? undefined : replay.error}
          pending={replay.isPending}
          label="Matricular nesta turma"
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
