import { useSortable } from '@dnd-kit/sortable'
import type { PlannedPart } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { difficultyLabels, kindLabels } from '@escola/contract/exam-questions.contract'
import type { PlannedQuestion } from '@escola/contract/exams.contract'
import { countOf } from '@escola/contract/messages'
import { ActionIcon, Anchor, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DragHandle, handleOf } from '../../ui/drag/drag-handle.tsx'
import { dragMs, makeSortableStyle } from '../../ui/drag/sortable-style.ts'
import classes from './exam-editor.module.css'
import { PointsField } from './number-fields.tsx'

interface Props {
  part: PlannedPart
  /** Place in the list, from 1. */
  place: number
  name: string
  /** Fixed question, where the bank has it. */
  question?: PlannedQuestion | undefined
  /** Number of questions that a draw finds, once it was saved. */
  found?: number | undefined
  problem: string | undefined
  onPoints: (points: number) => void
  /** Left out for a fixed question, which is changed in the bank. */
  onEdit: (() => void) | undefined
  onRemove: (row: Element | null) => void
}

export function PartRow({ part, place, name, question, found, problem, onPoints, onEdit, onRemove }: Props) {
  const sortable = useSortable({ id: part.id, transition: { duration: dragMs, easing: 'ease' } })
  const isDraw = part.kind === 'draw'
  return (
    <li
      ref={sortable.setNodeRef}
      style={makeSortableStyle(sortable)}
      className={classes.part}
      data-draw={isDraw || undefined}
    >
      <DragHandle label={`Mover a parte ${place}: ${name}`} {...handleOf(sortable)} />
      <div className={classes.partMain}>
        {part.kind === 'fixed' && question ? (
          <Anchor
            className={classes.name}
            c="inherit"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/questoes/$questionId"
                params={{ questionId: part.question }}
                target="_blank"
                preload={false}
              />
            )}
          >
            {place}. {name}
          </Anchor>
        ) : (
          <Text className={classes.name}>
            {place}. {name}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {question && `${kindLabels[question.kind]} · ${difficultyLabels[question.difficulty]}`}
          {isDraw && found !== undefined && `${countOf(found, 'questão encontrada', 'questões encontradas')} no banco`}
        </Text>
        {question?.is_archived && (
          <Text size="xs" c="dimmed">
            {examPlanTexts.archived}
          </Text>
        )}
        {problem && (
          <Text size="sm" c="danger" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <PointsField
        className={classes.points}
        aria-label={`Pontos da parte ${place}${isDraw ? ', por questão' : ''}`}
        rightSection={<span className={classes.unit}>{isDraw ? 'pts cada' : 'pts'}</span>}
        rightSectionWidth={isDraw ? 62 : 36}
        rightSectionPointerEvents="none"
        points={part.points}
        onPoints={onPoints}
      />
      <div className={classes.acts}>
        {onEdit && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Mudar o sorteio ${place}`} onClick={onEdit}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Tirar a parte ${place}`}
          data-remove
          onClick={({ currentTarget }) => onRemove(currentTarget.closest('li'))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}
