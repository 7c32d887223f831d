import { Button, Group, Modal, Text } from '@mantine/core'

export interface Question {
  title: string
  text: string
  confirmLabel?: string
  danger?: boolean
  /** The careful way to go on, which has the focus and looks like the answer; it is chosen before the question is answered with yes. */
  careful?: { label: string; choose: () => void }
}

export function ConfirmDialog({
  title,
  text,
  confirmLabel = 'Confirmar',
  danger,
  careful,
  answer,
}: Question & { answer: (yes: boolean) => void }) {
  return (
    <Modal opened onClose={() => answer(false)} title={title} centered>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end" gap="xs">
        {/* A key that was pressed once too often must not delete anything. */}
        <Button variant="default" onClick={() => answer(false)} data-autofocus={(danger && !careful) || undefined}>
          Cancelar
        </Button>
        <Button
          variant={careful ? 'subtle' : undefined}
          color={danger ? 'danger' : undefined}
          onClick={() => answer(true)}
          data-autofocus={(!danger && !careful) || undefined}
        >
          {confirmLabel}
        </Button>
        {careful && (
          <Button
            variant="filled"
            onClick={() => {
              careful.choose()
              answer(true)
            }}
            data-autofocus
          >
            {careful.label}
          </Button>
        )}
      </Group>
    </Modal>
  )
}
