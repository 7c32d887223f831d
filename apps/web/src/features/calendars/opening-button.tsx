import { IconLockOpen, IconRotate2 } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError } from '../../ui/notify.ts'
import type { Wanted } from './calendars.queries.ts'

interface Props {
  /** Title of the module that it opens; '' for the whole course. */
  title: string
  moduleId: string | null
  isOpened: boolean
  change: (wanted: Wanted) => Promise<unknown>
}

/** Opens by hand, with one click, and with another takes it back: the same button, so that the focus stays. */
export function OpeningButton({ title, moduleId, isOpened, change }: Props) {
  const [isBusy, setBusy] = useState(false)
  const label = isOpened ? 'Desfazer liberação' : moduleId === null ? 'Liberar curso inteiro' : 'Liberar agora'
  const handleClick = async () => {
    setBusy(true)
    await change({ moduleId, isOpen: !isOpened }).catch(notifyError)
    setBusy(false)
  }
  const Icon = isOpened ? IconRotate2 : IconLockOpen
  return (
    <BusyButton
      size="xs"
      variant={isOpened || moduleId === null ? 'default' : 'light'}
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={`${label}: ${title}`}
      busy={isBusy}
      onClick={() => void handleClick()}
    >
      {label}
    </BusyButton>
  )
}
