import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import { ActionIcon, Group, Menu, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { DragHandle, handleOf } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, makeSortableStyle } from '../../../ui/drag/sortable-style.ts'
import { type DragKind, makeDragId } from '../../../ui/drag/use-grouped-drag.ts'
import { CardGrid } from '../../../ui/lists/card-grid.tsx'
import classes from './board.module.css'
import type { BoardCategory } from './board-state.ts'
import { CategoryTitle } from './category-title.tsx'
import { CourseTile } from './course-tile.tsx'

interface Props {
  category: BoardCategory
  dragging: DragKind | undefined
  isNew: boolean
  onRename: (title: string) => void
  onRemove: (section: Element | null) => void
  onNewCourse: () => void
}

const countOf = (courses: number) => {
  if (courses === 0) return 'nenhum curso'
  return courses === 1 ? '1 curso' : `${courses} cursos`
}

export function CategorySection({ category, dragging, isNew, onRename, onRemove, onNewCourse }: Props) {
  const { key, title, degrees } = category
  const sortable = useSortable({
    id: makeDragId('group', key),
    disabled: category.withoutCat ? { draggable: true, droppable: dragging === 'group' } : false,
    transition: { duration: dragMs, easing: 'ease' },
  })
  return (
    <article
      ref={sortable.setNodeRef}
      style={makeSortableStyle(sortable)}
      className={classes.category}
      aria-label={title}
      data-collapsed={dragging === 'group' || undefined}
    >
      <Group gap="xs" wrap="nowrap" className={classes.categoryHead}>
        {category.withoutCat ? (
          <Title order={2} size="h4" c="dimmed">
            {title}
          </Title>
        ) : (
          <>
            <DragHandle label={`Mover a categoria ${title}`} {...handleOf(sortable)} />
            <CategoryTitle title={title} isNew={isNew} onRename={onRename} />
          </>
        )}
        <Text size="sm" c="dimmed" className={classes.count}>
          {countOf(degrees.length)}
        </Text>
        {!category.withoutCat && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`Ações da categoria ${title}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPlus size={16} />} onClick={onNewCourse}>
                Criar Curso
              </Menu.Item>
              <Menu.Item
                color="danger"
                leftSection={<IconTrash size={16} />}
                onClick={() => onRemove(sortable.node.current)}
              >
                Apagar categoria
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <SortableContext items={degrees.map((degree) => makeDragId('item', degree.id))} strategy={rectSortingStrategy}>
        <CardGrid width="15.5rem">
          {degrees.map((degree) => (
            <CourseTile key={degree.id} course={degree} still={dragging === 'group'} />
          ))}
          {!category.withoutCat && (
            <li>
              <AddTile label="Criar Curso" onClick={onNewCourse} describe={`em ${title}`} />
            </li>
          )}
        </CardGrid>
      </SortableContext>
    </article>
  )
}

interface AddTileProps {
  label: ReactNode
  describe?: string
  /** Says whether the button waits for its task; the focus stays on it. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  onClick: () => void
}

export function AddTile({ label, describe, busy, ref, onClick }: AddTileProps) {
  return (
    <UnstyledButton ref={ref} className={classes.addTile} onClick={() => !busy && onClick()} aria-disabled={busy}>
      <IconPlus size={20} aria-hidden />
      <span>{label}</span>
      {describe && <VisuallyHidden component="span">{describe}</VisuallyHidden>}
    </UnstyledButton>
  )
}
