import { Button, Group, Modal, Text } from '@mantine/core'

export interface Question {
  title: string
  text: string
  confirmLabel?: string
  danger?: boolean
  /** Another way to go on; it is chosen before the question is answered with yes. */
  alternative?: { label: string; choose: () => void }
}

export function ConfirmDialog({
  title,
  text,
  confirmLabel = 'Confirmar',
  danger,
  alternative,
  answer,
}: Question & { answer: (yes: boolean) => void }) {
  return (
    <Modal opened onClose={() => answer(false)} title={title} centered>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="xs">
        {/* A key that was pressed once too often must not delete anything. */}
        <Button variant="default" onClick={() => answer(false)} data-autofocus={danger || undefined}>
          Cancelar
        </Button>
        {alternative && (
          <Button
            variant="light"
            onClick={() => {
              alternative.choose()
              answer(true)
            }}
          >
            {alternative.label}
          </Button>
        )}
        <Button color={danger ? 'red.9' : undefined} onClick={() => answer(true)} data-autofocus={!danger || undefined}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
