import { messages } from '@escola/contract/messages'
import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from '@tabler/icons-react'
import type { SaveState } from './autosave.ts'
import { refusalText } from './save-errors.ts'
import classes from './save-status.module.css'

const shown = {
  saving: { text: 'Salvando…', Icon: IconLoader2 },
  saved: { text: 'Salvo', Icon: IconCheck },
  offline: { text: messages.offline, Icon: IconCloudOff },
  'page-only': { text: 'Sem conexão: fique nesta página até suas alterações serem salvas', Icon: IconCloudOff },
  error: { text: 'Não foi possível salvar', Icon: IconAlertTriangle },
}

interface Props {
  state: SaveState
  /** Reason of the failure, if no other part of the screen shows it. */
  error?: unknown
  onRetry?: () => void
}

/** Shows the state of a form that saves itself. The live region stays, so that changes are read out. */
export function SaveStatus({ state, error, onRetry }: Props) {
  const { text, Icon } = state === 'idle' ? { text: '', Icon: undefined } : shown[state]
  return (
    <Group gap="xs">
      <Text component="span" size="sm" role="status" className={classes.status} data-state={state}>
        {Icon && <Icon size={16} aria-hidden className={classes.icon} />}
        {/* A text beside an icon has an element of its own, or a translated page would keep its first words. */}
        <span>{state === 'error' && error !== undefined ? `${text}: ${refusalText(error)}` : text}</span>
      </Text>
      {onRetry && ['error', 'offline', 'page-only'].includes(state) && (
        <Button size="compact-sm" variant="light" onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
    </Group>
  )
}
