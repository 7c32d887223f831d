import { messages } from '@escola/contract/messages'
import { Alert, Button, Group, Modal } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Difference } from './stale-versions.tsx'

const StaleVersions = lazy(() => import('./stale-versions.tsx'))

interface Props {
  differences: Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Asks the user to decide after another user saved first; nothing is sent before. */
export function StaleBanner({ differences, onKeepMine, onTakeTheirs }: Props) {
  const [isComparing, setComparing] = useState(false)
  const close = () => setComparing(false)
  return (
    <Alert color="ambar" icon={<IconVersions />} title={messages.staleSave}>
      <Group gap="xs" p={4}>
        <Button size="xs" variant="default" onClick={() => setComparing(true)}>
          Ver a versão nova
        </Button>
        <Button size="xs" onClick={onKeepMine}>
          Manter o que escrevi
        </Button>
      </Group>
      <Modal opened={isComparing} onClose={close} title="Duas versões" size="xl">
        <Suspense>
          <StaleVersions differences={differences} onKeepMine={onKeepMine} onTakeTheirs={onTakeTheirs} />
        </Suspense>
      </Modal>
    </Alert>
  )
}
