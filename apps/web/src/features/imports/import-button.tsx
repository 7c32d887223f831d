import { Button, Modal } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const ImportWizard = lazy(() => import('./import-wizard.tsx'))

export function ImportButton({ cohortId }: { cohortId: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
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
        closeButtonProps={{ 'aria-label': 'Fechar' }}
      >
        <Suspense fallback={null}>
          <ImportWizard cohortId={cohortId} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}
