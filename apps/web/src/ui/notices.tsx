import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'

export function Notices() {
  return <Notifications position="bottom-center" limit={4} />
}

export function showNotice(message: string, kind: 'success' | 'error') {
  const failed = kind === 'error'
  notifications.show({
    // Equal texts are one notice.
    id: `${kind}:${message}`,
    message,
    color: failed ? 'red.9' : 'teal.9',
    icon: failed ? <IconAlertTriangle size={18} /> : <IconCheck size={18} />,
    autoClose: failed ? 8000 : 4000,
    withBorder: true,
    role: failed ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Fechar' },
  })
}
