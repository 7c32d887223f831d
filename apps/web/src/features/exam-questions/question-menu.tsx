import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import type { ExamQuestion } from '@escola/contract/exam-questions.contract'
import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useExamQuestionChanges } from './exam-questions.queries.ts'

/** Rarer acts on a saved question. */
export function QuestionMenu({ question: { id, summary, is_archived } }: { question: ExamQuestion }) {
  const { copy, archive, remove } = useExamQuestionChanges(id)
  const navigate = useNavigate()
  const { run } = useConfirmedChange()
  const duplicate = async () => {
    const { exam_question } = await copy()
    await navigate({ to: '/questoes/$questionId', params: { questionId: exam_question.id } })
  }
  const removeAndLeave = async () => {
    await remove()
    await navigate({ to: '/questoes', ignoreBlocker: true })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label="Ações da questão">
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => run({ change: duplicate, done: examQuestionTexts.copied })}
        >
          Duplicar
        </Menu.Item>
        <Menu.Item
          leftSection={is_archived ? <IconArchiveOff size={18} aria-hidden /> : <IconArchive size={18} aria-hidden />}
          onClick={() =>
            run({
              change: () => archive(!is_archived),
              done: is_archived ? examQuestionTexts.restored : examQuestionTexts.archived,
            })
          }
        >
          {is_archived ? 'Tirar do arquivo' : 'Arquivar'}
        </Menu.Item>
        <Menu.Item
          color="danger"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() =>
            run({
              question: makeDangerQuestion(examQuestionTexts.goes(summary), 'Apagar'),
              change: removeAndLeave,
              done: examQuestionTexts.removed,
            })
          }
        >
          Apagar
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
