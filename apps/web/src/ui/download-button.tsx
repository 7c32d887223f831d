import { IconDownload } from '@tabler/icons-react'
import { BusyButton } from './busy-button.tsx'
import { useConfirmedChange } from './questions/use-confirmed-change.ts'

interface DownloadButtonProps {
  label: string
  /** Fetches the file and gives it to the browser. */
  download: () => Promise<unknown>
  /** Notice of the end. */
  done: string
}

/** Downloads a file that the server writes; it is pressed once at a time. */
export function DownloadButton({ label, download, done }: DownloadButtonProps) {
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton
      variant="light"
      leftSection={<IconDownload size={18} aria-hidden />}
      busy={isPending}
      onClick={() => run({ change: download, done })}
    >
      {label}
    </BusyButton>
  )
}
