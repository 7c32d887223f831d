import type { Sale } from '@escola/contract/sales.contract'
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface SaleDialogProps {
  /** Title of the dialog, and label of the button that opens it. */
  title: string
  button?: string
  variant?: 'light' | 'subtle'
  /** The button's own name among those of other rows. */
  about?: string
  children: (close: () => void) => ReactNode
}

/** Button with the dialog that it opens. */
export function SaleDialog({ title, button = title, variant = 'light', about, children }: SaleDialogProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant={variant}
        aria-label={about && `${button}: ${about}`}
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title} centered>
        {children(close)}
      </Modal>
    </>
  )
}

export interface SaleFormProps {
  sale: Sale
  onClose: () => void
}
