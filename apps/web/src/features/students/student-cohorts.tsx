import { adminTexts } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import type { Student, students } from '@escola/contract/students.contract'
import { compareTitles } from '@escola/contract/text'
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { makeDangerQuestion } from '../../ui/danger-question.ts'
import lists from '../../ui/lists.module.css'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
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
                <RemoveFromCohort student={student} cohort={cohort} />
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function RemoveFromCohort({ student, cohort }: { student: Student; cohort: Cohort }) {
  const remove = useRemoveFromCohort(student.user_id)
  return (
    <RemoveButton
      c="var(--mantine-color-error)"
      size="xs"
      label={`Remover aluno de turma ${cohort.title}`}
      question={makeDangerQuestion(adminTexts.leavesCohort(student.name, cohort), 'Remover aluno de turma')}
      change={() => remove.mutateAsync(cohort.id)}
      done={adminTexts.leftCohort(student.name)}
    >
      Remover aluno de turma
    </RemoveButton>
  )
}
