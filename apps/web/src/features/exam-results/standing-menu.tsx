import type { ExamException } from '@escola/contract/exam-exceptions'
import { examResultTexts } from '@escola/contract/exam-result-texts'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RowMenu } from '../../ui/lists/row-menu.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useExceptionChanges } from './exam-results.queries.ts'
import { ExceptionDialog } from './exception-dialog.tsx'

interface Props {
  lessonId: string
  student: { user_id: string; name: string }
  exception: ExamException | null
  attemptId: string | null
  /** Names the button among those of other rows. */
  label: string
}

/** Acts on one student at one assessment. */
export function StandingMenu({ lessonId, student, exception, attemptId, label }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { remove } = useExceptionChanges(lessonId, student.user_id)
  const { run, isPending } = useConfirmedChange()
  const handleRemove = () =>
    run({
      question: makeDangerQuestion(examResultTexts.exceptionGoes(student.name), 'Tirar exceção'),
      change: remove,
      done: examResultTexts.exceptionRemoved(student.name),
    })
  return (
    <>
      <RowMenu label={label} busy={isPending}>
        {attemptId && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/questoes/tentativas/$attemptId" params={{ attemptId }} />}
          >
            Ver tentativas
          </Menu.Item>
        )}
        <Menu.Item onClick={() => setOpen(true)}>{exception ? 'Mudar exceção' : 'Dar exceção'}</Menu.Item>
        {exception && <Menu.Item onClick={handleRemove}>Tirar exceção</Menu.Item>}
      </RowMenu>
      {isOpen && (
        <ExceptionDialog lessonId={lessonId} student={student} exception={exception} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
