import type { Sale } from '@escola/contract/sales.contract'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { makeOfflineError } from '../../api/api-error.ts'
import { deferredPart } from '../../ui/loading/deferred-part.ts'
import { notifyError } from '../../ui/notify.ts'

interface SaleDialogProps {
  /** Title of the dialog, and label of the button that opens it. */
  title: string
  button?: string
  variant?: 'light' | 'subtle'
  /** The button's own name among those of other rows. */
  about?: string
  children: (close: () => void) => ReactNode
}

/** Button with the dialog that it opens. The dialog's own code comes once the page is idle, or with the first click. */
export function SaleDialog({ title, button = title, variant = 'light', about, children }: SaleDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () =>
    deferredPart.load().then(
      () => setOpen(true),
      () => notifyError(makeOfflineError()),
    )
  const close = () => setOpen(false)
  const Modal = deferredPart.ready?.Modal
  return (
    <>
      <Button size="compact-sm" variant={variant} aria-label={about && `${button}: ${about}`} onClick={open}>
        {button}
      </Button>
      {Modal && (
        <Modal opened={isOpen} onClose={close} title={title} centered>
          {children(close)}
        </Modal>
      )}
    </>
  )
}

export interface SaleFormProps {
  sale: Sale
  onClose: () => void
}
