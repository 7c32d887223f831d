import { messages } from '@escola/contract/messages'
import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconLoader2 } from '@tabler/icons-react'
import classes from './save-status.module.css'

export type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'error'

const shown = {
  saving: { text: 'Salvando…', Icon: IconLoader2 },
  saved: { text: 'Salvo', Icon: IconCheck },
  offline: { text: messages.offline, Icon: IconCloudOff },
  error: { text: 'Não foi possível salvar', Icon: IconAlertTriangle },
}

/** How the last save of a form that saves itself went. The live region stays, so that changes are read out. */
export function SaveStatus({ state }: { state: SaveState }) {
  const { text, Icon } = state === 'idle' ? { text: '', Icon: undefined } : shown[state]
  return (
    <Text component="span" size="sm" role="status" className={classes.status} data-state={state}>
      {Icon && <Icon size={16} aria-hidden />}
      {text}
    </Text>
  )
}
