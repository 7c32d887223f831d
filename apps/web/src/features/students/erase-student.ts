import { adminTexts } from '@escola/contract/messages'
import type { Student } from '@escola/contract/students.contract'
import { useNavigate } from '@tanstack/react-router'
import { useStays } from '../../ui/money/use-stays.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useEraseStudent } from './students.queries.ts'

export const eraseLabel = 'Apagar dados deste aluno'

/** Erases the student after a question, and leaves their page. */
export function useErasing(student: Student) {
  const { mutateAsync: erase } = useEraseStudent(student.link)
  const refresh = useRefresh('students', 'cohorts', 'sales', 'threads', 'today', 'context')
  const { run, isPending } = useConfirmedChange()
  const stays = useStays()
  const navigate = useNavigate()
  const ask = () =>
    run({
      question: async () =>
        makeDangerQuestion(adminTexts.studentErased(student.name) + (await stays([student.user_id])), eraseLabel),
      change: async () => {
        await erase()
        // The page of a student who is gone would ask for them again.
        await navigate({ to: '/alunos', replace: true })
        await refresh()
      },
      done: `Os dados de ${student.name} foram apagados.`,
    })
  return { ask, isPending }
}
