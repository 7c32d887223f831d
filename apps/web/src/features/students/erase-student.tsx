import { adminTexts } from '@escola/contract/messages'
import type { Student } from '@escola/contract/students.contract'
import { Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useStays } from '../../ui/money/use-stays.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useEraseStudent } from './students.queries.ts'

const label = 'Apagar dados deste aluno'

export function EraseStudent({ student }: { student: Student }) {
  const { mutateAsync: erase } = useEraseStudent(student.link)
  const refresh = useRefresh('students', 'cohorts', 'sales', 'threads', 'context')
  const { run, isPending } = useConfirmedChange()
  const stays = useStays()
  const navigate = useNavigate()
  const handleErase = () =>
    run({
      question: async () =>
        makeDangerQuestion(adminTexts.studentErased(student.name) + (await stays([student.user_id])), label),
      change: async () => {
        await erase()
        // The page of a student who is gone would ask for them again.
        await navigate({ to: '/alunos', replace: true })
        await refresh()
      },
      done: `Os dados de ${student.name} foram apagados.`,
    })
  return (
    <Section title="Privacidade">
      <Text c="dimmed" size="sm" mb="sm">
        Quando um aluno pede a exclusão dos dados dele, como garante a LGPD, apague-os aqui.
      </Text>
      <BusyButton
        variant="light"
        color="red"
        leftSection={<IconTrash size={18} aria-hidden />}
        busy={isPending}
        onClick={handleErase}
      >
        {label}
      </BusyButton>
    </Section>
  )
}
