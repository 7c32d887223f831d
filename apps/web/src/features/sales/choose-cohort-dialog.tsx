import type { Sale } from '@escola/contract/sales.contract'
import { Alert, Button, Group, Modal, Radio, ScrollArea, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, textOf } from '../../api/api-error.ts'
import { useAppContext } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { useReplay } from './sales.queries.ts'

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

const productOf = ({ product_name, product_ids }: Sale) => {
  const ids = product_ids.join(', ')
  return product_name ? `O produto “${product_name}” (${ids})` : `O produto ${ids}`
}

function CohortChoice({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { gatewayList } = useAppContext()
  const replay = useReplay(sale.id)
  const [chosen, setChosen] = useState('')
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
    setMissing(!chosen)
    // The dialog is still closing.
    if (!chosen || replay.isPending || replay.isSuccess) return
    replay.mutate(chosen, {
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
          {productOf(sale)} passa a matricular na turma que você escolher: nesta venda, nas outras que esperam e nas
          próximas.
        </Text>
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
        {replay.error && !refusal && (
          <Alert color="red" variant="light" role="alert">
            {textOf(replay.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <BusyButton type="submit" busy={replay.isPending}>
            Matricular nesta turma
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
