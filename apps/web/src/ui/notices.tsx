import { Button, Group } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'

export function Notices() {
  return <Notifications position="bottom-center" limit={4} />
}

/** Time to see a notice and read it slowly, at twelve letters a second. */
const readingMs = (message: string) => 2000 + (message.length * 1000) / 12

/** Notice whose button is offered now. */
let offering: string | undefined

/** Shows a notice. A notice with a button replaces the previous one, which would keep others waiting. */
export function showNotice(
  message: string,
  kind: 'success' | 'error',
  action?: { label: string; seconds: number; run: () => void },
) {
  const failed = kind === 'error'
  if (action && offering) notifications.hide(offering)
  const shown = notifications.show({
    // Equal texts are one notice.
    id: action ? undefined : `${kind}:${message}`,
    message: action ? (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span>{message}</span>
        <Button
          variant="light"
          size="sm"
          style={{ flexShrink: 0 }}
          onClick={() => {
            notifications.hide(shown)
            action.run()
          }}
        >
          {action.label}
        </Button>
      </Group>
    ) : (
      message
    ),
    color: failed ? 'danger' : 'teal.9',
    icon: failed ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />,
    autoClose: action ? action.seconds * 1000 : Math.max(failed ? 8000 : 4000, readingMs(message)),
    withBorder: true,
    role: failed ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Fechar' },
  })
  if (action) offering = shown
}
