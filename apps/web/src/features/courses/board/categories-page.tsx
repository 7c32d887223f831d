import { DndContext, DragOverlay, useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { countOf } from '@escola/contract/messages'
import { courseTitle, looseCategoryTitle, pageTitles } from '@escola/contract/titles'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SaveStatus } from '../../../autosave/save-status.tsx'
import { useLeaveGuard } from '../../../autosave/use-leave-guard.ts'
import { useSchool } from '../../../session/context.ts'
import { useRights } from '../../../session/rights.ts'
import { AssistantHint } from '../../../ui/assistant-hint.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { makeDragTexts } from '../../../ui/drag/drag-texts.ts'
import { dragMs } from '../../../ui/drag/sortable-style.ts'
import { useDragSensors } from '../../../ui/drag/use-drag-sensors.ts'
import { keyOf, makeDragId, removeZone, useGroupedDrag } from '../../../ui/drag/use-grouped-drag.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { focusBeside } from '../../../ui/focus-beside.ts'
import { usePrefetchedQuery } from '../../../ui/loading/use-prefetched-query.ts'
import { notifyError } from '../../../ui/notify.ts'
import { Page } from '../../../ui/page.tsx'
import { confirm } from '../../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { type Categories, courseQueries } from '../courses.queries.ts'
import classes from './board.module.css'
import { addCategory, type BoardCategory, boardMoves, removeCategory, renameCategory } from './board-state.ts'
import { AddTile, CategorySection } from './category-section.tsx'
import { CourseCard } from './course-tile.tsx'
import { FranchiseCourses } from './franchise-courses.tsx'
import { OwnCourses } from './own-courses.tsx'
import { useBoard } from './use-board.ts'

export function CategoriesPage() {
  const { data } = usePrefetchedQuery(courseQueries.categories(useSchool().id))
  return useRights().may('courses') ? <Board loaded={data} /> : <OwnCourses loaded={data} />
}

const nameOf = (board: BoardCategory[], id: string) => {
  if (id === removeZone) return 'Apagar categoria'
  const key = keyOf(id)
  if (id.startsWith('group:')) return `Categoria ${board.find((category) => category.key === key)?.title ?? ''}`
  const course = board.flatMap((category) => category.degrees).find((degree) => degree.id === key)
  return course ? courseTitle(course) : ''
}

function Board({ loaded }: { loaded: Categories }) {
  const board = useBoard(loaded)
  const navigate = useNavigate()
  const [newKey, setNewKey] = useState<string>()
  useLeaveGuard(board)
  const sensors = useDragSensors()
  const createButton = useRef<HTMLButtonElement>(null)

  const remove = async (key: string, section: Element | null = null) => {
    const category = board.newest().find((candidate) => candidate.key === key)
    const text = category?.degrees.length
      ? `A categoria ${category.title} será apagada e ${countOf(category.degrees.length, 'curso dela vai', 'cursos dela vão')} para “${looseCategoryTitle}”.`
      : `A categoria ${category?.title ?? ''} será apagada.`
    if (await confirm(makeDangerQuestion(text, 'Apagar'))) {
      const hasHeir = focusBeside(section, '[aria-haspopup=menu], a')
      flushSync(() => board.change(removeCategory(board.newest(), key)))
      if (!hasHeir) createButton.current?.focus()
    }
  }
  const { active, handlers } = useGroupedDrag(board, boardMoves, (key) => void remove(key))

  const create = () => {
    const key = crypto.randomUUID()
    setNewKey(key)
    board.change(addCategory(board.newest(), key))
  }
  /** The course needs the id of its category, so the categories are saved first. */
  const createCourse = async (key: string) => {
    try {
      await board.settled()
    } catch (error) {
      return notifyError(error)
    }
    const categoryId = board.newest().find((category) => category.key === key)?.id
    if (categoryId) await navigate({ to: '/curso/$categoryId/novo', params: { categoryId } })
  }

  const own = board.board.filter((category) => !category.withoutCat)
  const shown = board.board.filter((category) => !category.withoutCat || category.degrees.length > 0)
  const lifted =
    active?.kind === 'item'
      ? board.board.flatMap((category) => category.degrees).find((degree) => degree.id === active.key)
      : undefined
  const status = <SaveStatus state={board.state} error={board.error} onRetry={() => void board.flush()} />

  if (shown.length === 0) {
    return (
      <Page title={pageTitles.courses} actions={status}>
        <AssistantHint>
          Crie uma categoria, como “Idiomas” ou “Para começar”, e dentro dela o seu primeiro curso.
        </AssistantHint>
        <EmptyState
          drawing="lessons"
          title="Sua escola começa aqui"
          action={
            <BusyButton ref={createButton} onClick={create} busy={board.state === 'saving'}>
              Criar Categoria
            </BusyButton>
          }
        />
        <FranchiseCourses />
      </Page>
    )
  }

  return (
    <Page title={pageTitles.courses} actions={status}>
      <DndContext
        sensors={sensors}
        accessibility={makeDragTexts((id) => nameOf(board.board, String(id)))}
        {...handlers}
      >
        <SortableContext
          items={own.map((category) => makeDragId('group', category.key))}
          strategy={verticalListSortingStrategy}
        >
          <Stack gap={0}>
            {shown.map((category) => (
              <CategorySection
                key={category.key}
                category={category}
                dragging={active?.kind}
                isNew={category.key === newKey}
                onRename={(title) => {
                  const renamed = renameCategory(board.newest(), category.key, title)
                  if (renamed.find((saved) => saved.key === category.key)?.title !== category.title)
                    board.change(renamed)
                }}
                onRemove={(section) => void remove(category.key, section)}
                onNewCourse={() => void createCourse(category.key)}
              />
            ))}
          </Stack>
        </SortableContext>
        <CreateCategory
          ref={createButton}
          removing={active?.kind === 'group'}
          busy={board.state === 'saving'}
          onClick={create}
        />
        <DragOverlay dropAnimation={{ duration: dragMs, easing: 'ease' }}>
          {lifted && (
            <div className={classes.lifted}>
              <CourseCard course={lifted} />
            </div>
          )}
          {active?.kind === 'group' && (
            <div className={classes.liftedCategory}>
              {board.board.find((category) => category.key === active.key)?.title}
            </div>
          )}
        </DragOverlay>
      </DndContext>
      <FranchiseCourses />
    </Page>
  )
}

interface CreateCategoryProps {
  ref: RefObject<HTMLButtonElement | null>
  removing: boolean
  busy: boolean
  onClick: () => void
}

/** Makes a category; while one is dragged it is the place that removes it. */
function CreateCategory({ ref, removing, busy, onClick }: CreateCategoryProps) {
  const { setNodeRef, isOver } = useDroppable({ id: removeZone, disabled: !removing })
  return (
    <div
      ref={setNodeRef}
      className={classes.createCategory}
      data-remove={removing || undefined}
      data-over={(removing && isOver) || undefined}
    >
      <AddTile
        label={removing ? 'Solte aqui para apagar a categoria' : 'Criar Categoria'}
        ref={ref}
        busy={busy && !removing}
        onClick={onClick}
      />
    </div>
  )
}
