import { bulkTexts } from '@escola/contract/bulk-changes.contract'
import { adminTexts } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { Student, students } from '@escola/contract/students.contract'
import { Button, type ButtonProps, Group, Modal, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { makeOfflineError } from '../../api/api-error.ts'
import { Need } from '../../session/need.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { part, usePart } from '../../ui/loading/part.ts'
import { confirmCost } from '../../ui/money/confirm-cost.ts'
import { useStays } from '../../ui/money/use-stays.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useQuote } from './bulk-changes.queries.ts'
import { CohortDialog } from './cohort-dialog.tsx'
import { MoveStudent } from './move-student.tsx'
import { useAddToCohort, useRemoveFromCohort } from './students.queries.ts'

const formPart = part(() => import('./term-exception.tsx'))

export type StudentCohort = ResponseOf<typeof students.get>['school_gateways'][number]

interface ActionsProps {
  student: Student
  cohort: StudentCohort
  onMove: () => void
}

/** Lets an administrator change one class of the student. */
export const CohortActions = ({ student, cohort, onMove }: ActionsProps) => (
  <Need right="cohorts">
    <Group gap={0}>
      <ChangeTerm userId={student.user_id} cohort={cohort} />
      <Need right="records">
        <MoveStudent student={student} cohort={cohort} onMove={onMove} />
      </Need>
      <RemoveFromCohort student={student} cohort={cohort} />
    </Group>
  </Need>
)

interface TermProps extends Pick<ButtonProps, 'variant'> {
  userId: string
  cohort: StudentCohort
  /** The button's words, which differ where a page has two for a class. */
  words?: string
}

export function ChangeTerm({ userId, cohort, variant = 'subtle', words = 'Mudar prazo' }: TermProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // The form loads once the page is there, before the button is used.
  const form = usePart(formPart)
  return (
    <>
      <Button variant={variant} size="xs" aria-label={`${words} em ${cohort.title}`} onClick={() => setOpen(true)}>
        {words}
      </Button>
      <Modal opened={isOpen} onClose={close} title={`Prazo em ${cohort.title}`} centered>
        {form.loaded ? (
          <form.loaded.TermException userId={userId} cohort={cohort} onClose={close} />
        ) : form.hasFailed ? (
          <ErrorState error={makeOfflineError()} onRetry={form.retry} />
        ) : (
          <Skeleton height={200} radius="md" aria-busy aria-label="Carregando" />
        )}
      </Modal>
    </>
  )
}

interface AddProps extends Omit<ButtonProps, 'renderRoot'> {
  student: Student
  cohorts: StudentCohort[]
  /** Class that is chosen already. */
  initialId?: string | undefined
  /** The button's accessible name, where its words are short. */
  label?: string
  children: string
}

export function AddToCohort({ student, cohorts, initialId, label, ...look }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  const add = useAddToCohort(student.user_id)
  const quote = useQuote()
  const handleChoose = async ({ id, title }: { id: string; title: string }) => {
    if (!(await confirmCost(await quote({ school_gateway_id: id, user_ids: [student.user_id] })))) return
    const { alreadyEnrolled } = await add.mutateAsync(id)
    notifySuccess(`${student.name} ${alreadyEnrolled ? 'já está' : 'entrou'} na turma “${title}”.`)
    setOpen(false)
  }
  return (
    <>
      <Button size="sm" {...look} aria-label={label} onClick={() => setOpen(true)} />
      {isOpen && (
        <CohortDialog
          title={bulkTexts.labels.add}
          without={cohorts.map(({ id }) => id)}
          initialId={initialId}
          onChoose={handleChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function RemoveFromCohort({ student, cohort }: { student: Student; cohort: StudentCohort }) {
  const remove = useRemoveFromCohort(student.user_id)
  const stays = useStays()
  const ask = async () => {
    const text = adminTexts.leavesCohort(student.name, cohort) + (await stays([student.user_id]))
    return makeDangerQuestion(text, 'Remover aluno de turma')
  }
  return (
    <RemoveButton
      c="var(--mantine-color-error)"
      size="xs"
      label={`Remover aluno de turma ${cohort.title}`}
      question={ask}
      change={() => remove.mutateAsync(cohort.id)}
      done={adminTexts.leftCohort(student.name)}
    >
      Remover aluno de turma
    </RemoveButton>
  )
}
