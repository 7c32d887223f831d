import { adminTexts, messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { Student, students } from '@escola/contract/students.contract'
import { compareTitles } from '@escola/contract/text'
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { removeRow } from '../../ui/focus-beside.ts'
import lists from '../../ui/lists.module.css'
import { Section } from '../../ui/section.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { useRemoveFromCohort } from './students.queries.ts'

type Cohort = ResponseOf<typeof students.get>['school_gateways'][number]

export function StudentCohorts({ student, cohorts }: { student: Student; cohorts: Cohort[] }) {
  const sorted = cohorts.toSorted((a, b) => compareTitles(a.title, b.title))
  return (
    <Section title="Turmas">
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
                <RemoveButton student={student} cohort={cohort} />
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function RemoveButton({ student, cohort }: { student: Student; cohort: Cohort }) {
  const remove = useRemoveFromCohort(student.user_id)
  const { run, isPending } = useConfirmedChange()
  const handleClick = ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) =>
    run({
      question: {
        title: messages.areYouSure,
        text: adminTexts.leavesCohort(student.name, cohort),
        confirmLabel: 'Remover aluno de turma',
        danger: true,
      },
      change: () => removeRow(button, () => remove.mutateAsync(cohort.id)),
      done: adminTexts.leftCohort(student.name),
    })
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      size="xs"
      aria-label={`Remover aluno de turma ${cohort.title}`}
      busy={isPending}
      data-remove
      onClick={handleClick}
    >
      Remover aluno de turma
    </BusyButton>
  )
}
