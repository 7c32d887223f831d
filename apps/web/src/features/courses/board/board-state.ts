import type { Category, courses, DegreeSummary } from '@escola/contract/courses.contract'
import type { BodyOf } from '@escola/contract/route'
import type { GroupMoves, Place } from '../drag/use-grouped-drag.ts'

export const defaultCategoryTitle = 'Nova categoria'
export const looseCategoryTitle = 'Cursos sem categoria'

/** A category on the board; a new one has no id until a save answers, so the key names it. */
export interface BoardCategory {
  key: string
  id?: string
  title: string
  withoutCat: boolean
  degrees: DegreeSummary[]
}
export type CategoriesToSave = BodyOf<typeof courses.updateCategories>['categories']

export const toBoard = (categories: Category[]): BoardCategory[] => {
  const loose = categories.find((category) => category.withoutCat)
  return [
    ...categories.filter((category) => !category.withoutCat).map((category) => ({ ...category, key: category.id })),
    { key: '0', id: '0', title: looseCategoryTitle, withoutCat: true, degrees: loose?.degrees ?? [] },
  ]
}

const own = (board: BoardCategory[]) => board.filter((category) => !category.withoutCat)

export const toSave = (board: BoardCategory[]): CategoriesToSave =>
  own(board).map(({ id, title, degrees }) => ({ id, title, degrees: degrees.map((degree) => degree.id) }))

/** The answer lists the categories in the order that was sent: that is how new ones learn their ids. */
export const withIds = (board: BoardCategory[], sent: BoardCategory[], answer: Category[]): BoardCategory[] => {
  const ids = new Map(
    own(sent).map((category, at) => [category.key, answer.filter((one) => !one.withoutCat)[at]?.id] as const),
  )
  return board.map((category) => ({ ...category, id: category.id ?? ids.get(category.key) }))
}

export const addCategory = (board: BoardCategory[], key: string): BoardCategory[] => [
  ...own(board),
  { key, title: defaultCategoryTitle, withoutCat: false, degrees: [] },
  ...board.filter((category) => category.withoutCat),
]

/** Titles are plain text: markup is removed, and an empty one falls back (part 2 §2). */
export const renameCategory = (board: BoardCategory[], key: string, text: string): BoardCategory[] => {
  const title = text.replace(/<[^>]*>/g, '').trim() || defaultCategoryTitle
  return board.map((category) => (category.key === key ? { ...category, title } : category))
}

export const removeCategory = (board: BoardCategory[], key: string): BoardCategory[] => {
  const freed = board.find((category) => category.key === key)?.degrees ?? []
  return board
    .filter((category) => category.key !== key)
    .map((category) => (category.withoutCat ? { ...category, degrees: [...category.degrees, ...freed] } : category))
}

export const moveCategory = (board: BoardCategory[], key: string, overKey: string): BoardCategory[] => {
  const from = board.findIndex((category) => category.key === key)
  const to = board.findIndex((category) => category.key === overKey)
  if (from < 0 || to < 0 || board[from]!.withoutCat || board[to]!.withoutCat) return board
  const moved = board.toSpliced(from, 1)
  return moved.toSpliced(to, 0, board[from]!)
}

const categoryOfCourse = (board: BoardCategory[], courseId: string) =>
  board.find((category) => category.degrees.some((degree) => degree.id === courseId))

/** Puts a course where another one is, or at the end of a category. */
export const moveCourse = (board: BoardCategory[], courseId: string, to: Place): BoardCategory[] => {
  const from = categoryOfCourse(board, courseId)
  const course = from?.degrees.find((degree) => degree.id === courseId)
  const target = board.find((category) => category.key === to.group)
  if (!from || !course || !target) return board
  const at = target.degrees.findIndex((degree) => degree.id === to.at)
  if (from === target && at < 0) return board
  return board.map((category) => {
    const rest = category.degrees.filter((degree) => degree.id !== courseId)
    if (category.key === target.key) {
      return { ...category, degrees: rest.toSpliced(at < 0 ? rest.length : at, 0, course) }
    }
    return category.key === from.key ? { ...category, degrees: rest } : category
  })
}

export const boardMoves: GroupMoves<BoardCategory[]> = {
  groupOf: (board, courseId) => categoryOfCourse(board, courseId)?.key,
  moveGroup: moveCategory,
  moveItem: moveCourse,
}
