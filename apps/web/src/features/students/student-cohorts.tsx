import { adminTexts } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { Student, students } from '@escola/contract/students.contract'
import { formatLastDay } from '@escola/contract/terms'
import { compareTitles } from '@escola/contract/text'
import { Anchor, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { makeOfflineError } from '../../api/api-error.ts'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { part, usePart } from '../../ui/loading/part.ts'
import { confirmCost } from '../../ui/money/confirm-cost.ts'
import { useStays } from '../../ui/money/use-stays.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import { useQuote } from './bulk-changes.queries.ts'
import { CohortDialog } from './cohort-dialog.tsx'
import { useAddToCohort, useRemoveFromCohort } from './students.queries.ts'

const formPart = part(() => import('./term-exception.tsx'))

type Cohort = ResponseOf<typeof students.get>['school_gateways'][number]

export function StudentCohorts({ student, cohorts }: { student: Student; cohorts: Cohort[] }) {
  const [changed, setChanged] = useState<Cohort>()
  const close = () => setChanged(undefined)
  // The form loads once the page is there, before the button is used.
  const form = usePart(formPart)
  const sorted = cohorts.toSorted((a, b) => compareTitles(a.title, b.title))
  return (
    <Section title="Turmas" aside={<AddToCohort student={student} cohorts={cohorts} />}>
      {cohorts.length === 0 ? (
        <Text c="dimmed">Este aluno não está em nenhuma turma.</Text>
      ) : (
        <ul className={lists.ruled}>
          {sorted.map((cohort) => (
            <li key={cohort.id}>
              <Group justify="space-between" gap="xs">
                <Anchor
                  renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId: cohort.id }} />}
                >
                  {cohort.title}
                </Anchor>
                <Group gap="xs">
                  <Text size="sm" c="dimmed">
                    {cohort.utc_ends_on ? `até ${formatLastDay(cohort.utc_ends_on)}` : 'para sempre'}
                  </Text>
                  <Button
                    variant="subtle"
                    size="xs"
                    aria-label={`Mudar prazo em ${cohort.title}`}
                    onClick={() => setChanged(cohort)}
                  >
                    Mudar prazo
                  </Button>
                  <RemoveFromCohort student={student} cohort={cohort} />
                </Group>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Modal opened={changed !== undefined} onClose={close} title={`Prazo em ${changed?.title ?? ''}`} centered>
        {changed &&
          (form.loaded ? (
            <form.loaded.TermException userId={student.user_id} cohort={changed} onClose={close} />
          ) : form.hasFailed ? (
            <ErrorState error={makeOfflineError()} onRetry={form.retry} />
          ) : (
            <Skeleton height={200} radius="md" aria-busy aria-label="Carregando" />
          ))}
      </Modal>
    </Section>
  )
}

function AddToCohort({ student, cohorts }: { student: Student; cohorts: Cohort[] }) {
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
      <Button
        variant="light"
        size="sm"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-label={`Adicionar ${student.name} a uma turma`}
      >
        Turma
      </Button>
      {isOpen && (
        <CohortDialog
          action="add"
          without={cohorts.map(({ id }) => id)}
          onChoose={handleChoose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function RemoveFromCohort({ student, cohort }: { student: Student; cohort: Cohort }) {
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
