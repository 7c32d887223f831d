import { undeliveredTexts } from '@escola/contract/undelivered-mails.contract'
import type { MouseEvent } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { removeRow } from '../../ui/focus-beside.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'

interface SendAgainButtonProps {
  name: string
  send: () => Promise<unknown>
}

/** Writes a mail again, which leaves the list: the focus goes to the same button of the next row. */
export function SendAgainButton({ name, send }: SendAgainButtonProps) {
  const { run, isPending } = useConfirmedChange()
  return (
    <BusyButton
      size="compact-sm"
      variant="default"
      busy={isPending}
      data-remove
      aria-label={`${undeliveredTexts.sendAgain} o e-mail para ${name}`}
      onClick={({ currentTarget: button }: MouseEvent<HTMLButtonElement>) =>
        run({ change: () => removeRow(button, send), done: undeliveredTexts.sentAgain(name) })
      }
    >
      {undeliveredTexts.sendAgain}
    </BusyButton>
  )
}
