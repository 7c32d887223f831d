import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core'
import { arrayMove, SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { examLimits, type PlannedPart } from '@escola/contract/exam-plan'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import type { Exam, PlannedQuestion } from '@escola/contract/exams.contract'
import { courseTitle } from '@escola/contract/titles'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconArrowsShuffle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { makeDragTexts } from '../../ui/drag/drag-texts.ts'
import { useDragSensors } from '../../ui/drag/use-drag-sensors.ts'
import { focusBeside } from '../../ui/focus-beside.ts'
import { DrawDialog, type DrawPart } from './draw-dialog.tsx'
import classes from './exam-editor.module.css'
import { examQueries } from './exams.queries.ts'
import { PartRow } from './part-row.tsx'
import { describeDraw } from './plan-summary.ts'
import { QuestionPicker } from './question-picker.tsx'

interface Props {
  parts: PlannedPart[]
  exam: Exam
  /** Faults of all parts together. */
  problems: string[]
  onChange: (parts: PlannedPart[]) => void
}

export function ExamParts({ parts, exam, problems, onChange }: Props) {
  const sensors = useDragSensors()
  const [isPicking, setPicking] = useState(false)
  const [drawn, setDrawn] = useState<DrawPart | 'new'>()
  const [picked, setPicked] = useState<PlannedQuestion[]>([])
  const addButton = useRef<HTMLButtonElement>(null)
  const known = new Map([...picked, ...exam.questions].map((question) => [question.id, question]))
  const nameDraw = useDrawNames()
  const nameOf = (part: PlannedPart) =>
    part.kind === 'draw' ? nameDraw(part) : (known.get(part.question)?.summary ?? 'Questão')
  const describe = (part: PlannedPart) => {
    if (part.kind === 'fixed') return { question: known.get(part.question) }
    return { found: exam.draws.find((draw) => draw.part === part.id)?.found }
  }
  const replace = (part: PlannedPart) => onChange(parts.map((each) => (each.id === part.id ? part : each)))
  const remove = (id: string, row: Element | null) => {
    if (!focusBeside(row, '[data-remove]')) addButton.current?.focus()
    onChange(parts.filter((part) => part.id !== id))
  }
  const move = ({ active, over }: DragEndEvent) => {
    const placeOf = (id: unknown) => parts.findIndex((part) => part.id === id)
    if (over && over.id !== active.id) onChange(arrayMove(parts, placeOf(active.id), placeOf(over.id)))
  }
  const add = (questions: PlannedQuestion[]) => {
    setPicked([...picked, ...questions])
    const added = questions.map(({ id }): PlannedPart => {
      return { kind: 'fixed', id: crypto.randomUUID(), question: id, points: 100 }
    })
    onChange([...parts, ...added])
  }
  const saveDraw = (part: DrawPart) =>
    parts.some(({ id }) => id === part.id) ? replace(part) : onChange([...parts, part])
  const draws = parts.filter(({ kind }) => kind === 'draw').length

  return (
    <Stack gap="xs">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={makeDragTexts((id) => {
          const part = parts.find((each) => each.id === id)
          return part ? nameOf(part) : ''
        })}
        onDragEnd={move}
      >
        <SortableContext items={parts.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol className={classes.parts}>
            {parts.map((part, at) => (
              <PartRow
                key={part.id}
                part={part}
                place={at + 1}
                name={nameOf(part)}
                {...describe(part)}
                problem={exam.problems.find((problem) => problem.part === part.id)?.message}
                onPoints={(points) => replace({ ...part, points })}
                onEdit={part.kind === 'draw' ? () => setDrawn(part) : undefined}
                onRemove={(row) => remove(part.id, row)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {problems.map((problem) => (
        <Alert key={problem} color="ambar" variant="light">
          {problem}
        </Alert>
      ))}
      <Group gap="xs">
        <Button
          ref={addButton}
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={parts.length >= examLimits.parts}
          onClick={() => setPicking(true)}
        >
          Adicionar questões
        </Button>
        <Button
          variant="light"
          leftSection={<IconArrowsShuffle size={16} aria-hidden />}
          disabled={parts.length >= examLimits.parts || draws >= examLimits.draws}
          title={draws >= examLimits.draws ? examPlanTexts.tooManyDraws(examLimits.draws) : undefined}
          onClick={() => setDrawn('new')}
        >
          Adicionar sorteio
        </Button>
      </Group>
      <QuestionPicker
        isOpen={isPicking}
        taken={parts.flatMap((part) => (part.kind === 'fixed' ? [part.question] : []))}
        most={examLimits.parts - parts.length}
        onAdd={add}
        onClose={() => setPicking(false)}
      />
      <DrawDialog drawn={drawn} onSave={saveDraw} onClose={() => setDrawn(undefined)} />
    </Stack>
  )
}

/** Names draws, with the titles of their courses once these have come. */
function useDrawNames() {
  const { data: courses = [] } = useQuery(examQueries.courses(useSchool().id))
  return ({ count, filter }: DrawPart) => {
    const course = courses.find(({ id }) => id === filter.degree)
    return describeDraw(count, filter, course ? courseTitle(course) : 'que não está mais aqui')
  }
}
