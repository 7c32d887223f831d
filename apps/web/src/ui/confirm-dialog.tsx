import { Button, Group, Modal, Text } from '@mantine/core'
import type { Question } from './confirm.ts'

export function ConfirmDialog({
  title,
  text,
  confirmLabel = 'Confirmar',
  danger,
  answer,
}: Question & { answer: (yes: boolean) => void }) {
  return (
    <Modal opened onClose={() => answer(false)} title={title} centered closeButtonProps={{ 'aria-label': 'Fechar' }}>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => answer(false)}>
          Cancelar
        </Button>
        <Button color={danger ? 'red.9' : undefined} onClick={() => answer(true)} data-autofocus>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
