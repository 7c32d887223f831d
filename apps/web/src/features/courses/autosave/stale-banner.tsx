import { messages } from '@escola/contract/messages'
import { Alert, Button, Group } from '@mantine/core'
import { IconVersions } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Difference } from './stale-dialog.tsx'

const StaleDialog = lazy(() => import('./stale-dialog.tsx'))

interface Props {
  differences: Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Somebody else saved first: nothing is sent before the owner decides. */
export function StaleBanner({ differences, onKeepMine, onTakeTheirs }: Props) {
  const [comparing, setComparing] = useState(false)
  return (
    <Alert color="yellow" icon={<IconVersions />} title={messages.staleSave}>
      <Group gap="xs" mt={4}>
        <Button size="xs" variant="default" onClick={() => setComparing(true)}>
          Ver a versão nova
        </Button>
        <Button size="xs" onClick={onKeepMine}>
          Manter o que escrevi
        </Button>
      </Group>
      {comparing && (
        <Suspense>
          <StaleDialog
            differences={differences}
            onClose={() => setComparing(false)}
            onKeepMine={onKeepMine}
            onTakeTheirs={onTakeTheirs}
          />
        </Suspense>
      )}
    </Alert>
  )
}
