import { Button, Modal } from '@mantine/core'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'

const MoveForm = lazy(() => import('./move-form.tsx'))

/** Button of a class that lets an administrator move its students to another. */
export function MoveStudents({ cohortId }: { cohortId: string }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="light" leftSection={<IconArrowsRightLeft size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Mover alunos
      </Button>
      <Modal opened={isOpen} onClose={close} title="Mover alunos" centered>
        <Suspense fallback={null}>
          <MoveForm cohortId={cohortId} onClose={close} />
        </Suspense>
      </Modal>
    </>
  )
}
