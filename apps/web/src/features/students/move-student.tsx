import { bulkQuestion, bulkTexts } from '@escola/contract/bulk-changes.contract'
import type { Student } from '@escola/contract/students.contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../ui/questions/confirm.ts'
import { describeForecast } from './bulk-bar.tsx'
import { useQuote, useStartChange } from './bulk-changes.queries.ts'
import { CohortDialog } from './cohort-dialog.tsx'

interface Props {
  student: Student
  cohort: { id: string; title: string }
  /** The move has begun. */
  onMove: () => void
}

/** Moves one student from a class to another, with the price and what goes along named before. */
export function MoveStudent({ student, cohort, onMove }: Props) {
  const [isOpen, setOpen] = useState(false)
  const quote = useQuote()
  const start = useStartChange()
  const handleChoose = async ({ id, title }: { id: string; title: string }) => {
    const move = { school_gateway_id: id, from_cohort_id: cohort.id, user_ids: [student.user_id] }
    const ask = async () => {
      const question = bulkQuestion('move', { count: '1', isOne: true, title })
      const text = `${question.text}${describeForecast(await quote(move))}`
      return { title: `Mover ${student.name}?`, text, confirmLabel: bulkTexts.confirmLabels.move }
    }
    if (!(await confirm(ask))) return
    await start.mutateAsync({ action: 'move', ...move })
    setOpen(false)
    onMove()
  }
  return (
    <>
      <Button variant="subtle" size="xs" aria-label={`Mover de ${cohort.title}`} onClick={() => setOpen(true)}>
        Mover
      </Button>
      {isOpen && (
        <CohortDialog
          title={bulkTexts.labels.move}
          without={[cohort.id]}
          onChoose={handleChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
