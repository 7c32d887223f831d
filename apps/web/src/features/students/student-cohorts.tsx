import { messages } from '@escola/contract/messages'
import type { Student } from '@escola/contract/students.contract'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { confirm } from '../../ui/confirm.ts'
import { notifyError, notifySuccess } from '../../ui/notify.ts'
import { Section } from './section.tsx'
import classes from './student-page.module.css'
import { useRemoveFromCohort } from './students.queries.ts'

interface Cohort {
  id: string
  title: string
}

export function StudentCohorts({ student, cohorts }: { student: Student; cohorts: Cohort[] }) {
  return (
    <Section title="Turmas">
      {cohorts.length === 0 ? (
        <Text c="dimmed">Este aluno não está em nenhuma turma.</Text>
      ) : (
        <ul className={classes.list}>
          {cohorts.map((cohort) => (
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
  const handleClick = async () => {
    const agreed = await confirm({
      title: messages.areYouSure,
      text: `${student.name} sai da turma “${cohort.title}” e perde o acesso aos cursos dela. O progresso fica guardado.`,
      confirmLabel: 'Remover aluno de turma',
      danger: true,
    })
    if (!agreed) return
    remove.mutate(cohort.id, {
      onSuccess: () => notifySuccess(`${student.name} saiu da turma.`),
      onError: notifyError,
    })
  }
  return (
    <Button
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      size="xs"
      aria-label={`Remover aluno de turma ${cohort.title}`}
      loading={remove.isPending}
      onClick={() => void handleClick()}
    >
      Remover aluno de turma
    </Button>
  )
}
