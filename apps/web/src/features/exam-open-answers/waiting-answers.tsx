import { describeWaiting } from '@escola/contract/exam-open-answer-texts'
import { Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'

/** Open answers that wait for the school, in one line. */
export function WaitingAnswers() {
  const { waiting } = useAppContext().openAnswers
  return (
    <WorkList title="Correções" icon={IconChecklist} total={waiting} shown={waiting} all={null}>
      <WorkRow
        title={describeWaiting(waiting)}
        text="A nota dos alunos sai quando todas as respostas da tentativa estiverem corrigidas."
        action={
          <Button variant="light" renderRoot={(props) => <Link {...props} to="/correcoes" />}>
            Corrigir
          </Button>
        }
      />
    </WorkList>
  )
}
