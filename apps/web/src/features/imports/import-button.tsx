import { Button, Modal } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ImportPayment } from './import-preview.tsx'
import type { ImportedInto } from './imports.queries.ts'

const ImportWizard = lazy(() => import('./import-wizard.tsx'))

interface ImportButtonProps {
  cohort: ImportedInto
  startsOpen?: boolean
  payment: ImportPayment
  /** The payment of what the import lacks begins. */
  onPay: () => void
  onClose?: () => void
}

export function ImportButton({ cohort, startsOpen = false, payment, onPay, onClose }: ImportButtonProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    setOpen(false)
    onClose?.()
  }
  return (
    <>
      <Button variant="light" leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Importar alunos
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Importar alunos"
        size="xl"
        centered
        // The dialog of a question that lies over this one is closed first.
        closeOnEscape={!isAsking}
      >
        <Suspense fallback={null}>
          <ImportWizard cohort={cohort} payment={payment} onPay={onPay} onAsking={setAsking} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}
