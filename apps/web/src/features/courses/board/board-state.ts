import type { Category, categories, DegreeSummary } from '@escola/contract/categories.contract'
import type { BodyOf } from '@escola/contract/route'
import { looseCategoryTitle, newCategoryTitle } from '@escola/contract/titles'
import type { GroupMoves, Place } from '../../../ui/drag/use-grouped-drag.ts'

/** A category on the board; a new one has no id until a save answers, so the key names it. */
export interface BoardCategory {
  key: string
  id?: string
  title: string
  withoutCat: boolean
  degrees: DegreeSummary[]
}
export type CategoriesToSave = BodyOf<typeof categories.update>['categories']

export const toBoard = (categories: Category[]): BoardCategory[] => {
  const loose = categories.find((category) => category.withoutCat)
  return [
    ...categories.filter((category) => !category.withoutCat).map((category) => ({ ...category, key: category.id })),
    { key: '0', id: '0', title: looseCategoryTitle, withoutCat: true, degrees: loose?.degrees ?? [] },
  ]
}

const omitLooseCourses = (board: BoardCategory[]) => board.filter((category) => !category.withoutCat)

export const toSave = (board: BoardCategory[]): CategoriesToSave =>
  omitLooseCourses(board).map(({ id, title, degrees }) => ({ id, title, degrees: degrees.map((degree) => degree.id) }))

const ownOf = (categories: Category[]) => categories.filter((category) => !category.withoutCat)

/** The answer lists the categories in the order that was sent: that is how new ones learn their ids. */
export const withIds = (board: BoardCategory[], sent: BoardCategory[], answer: Category[]): BoardCategory[] => {
  const ids = new Map(omitLooseCourses(sent).map((category, at) => [category.key, ownOf(answer)[at]?.id] as const))
  return board.map((category) => ({ ...category, id: category.id ?? ids.get(category.key) }))
}

/** Returns the board with the server's data about each course: titles, covers, badges. */
export const withServerCourses = (board: BoardCategory[], saved: Category[]): BoardCategory[] => {
  const courses = new Map(saved.flatMap(({ degrees }) => degrees).map((degree) => [degree.id, degree]))
  return board.map((category) => ({
    ...category,
    degrees: category.degrees.map((degree) => courses.get(degree.id) ?? degree),
  }))
}

export const isSameBoard = (board: BoardCategory[], saved: Category[]) => {
  const theirs = ownOf(saved)
  const mine = toSave(board)
  return (
    mine.length === theirs.length &&
    theirs.every(({ id, title, degrees }, at) => {
      const category = mine[at]!
      const isSameCategory = (category.id ?? id) === id && category.title === title
      return isSameCategory && category.degrees.join() === degrees.map((degree) => degree.id).join()
    })
  )
}

const idsOf = (degrees: DegreeSummary[]) => degrees.map(({ id }) => id)

/** Merges two orders: this user's where they changed it, else the newer one; elements of the other order follow their predecessors. */
function mergeOrder(base: string[], mine: string[], theirs: string[], belongs: (id: string) => boolean): string[] {
  const intersect = (list: string[], other: string[]) => list.filter((id) => other.includes(id)).join()
  const isMoved = intersect(base, mine) !== intersect(mine, base)
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine]
  const result = first.filter(belongs)
  second.forEach((id, at) => {
    if (!belongs(id) || result.includes(id)) return
    const before = second.slice(0, at).findLast((element) => result.includes(element))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id)
  })
  return result
}

/** Applies the changes since the base to another user's newer board: courses that they added stay, those that they deleted go. */
export function rebaseBoard(base: Category[], mine: BoardCategory[], theirs: Category[]): BoardCategory[] {
  const keys = new Map(mine.flatMap(({ id, key }) => (id === undefined ? [] : [[id, key] as const])))
  const addKeys = (categories: Category[]) =>
    toBoard(categories).map((category) => ({ ...category, key: keys.get(category.key) ?? category.key }))
  const [before, newer] = [addKeys(base), addKeys(theirs)]
  const find = (board: BoardCategory[], key: string) => board.find((category) => category.key === key)
  const isKept = (key: string) => {
    const isNew = find(mine, key) !== undefined && find(mine, key)?.id === undefined
    const isDeletedByMine = find(before, key) !== undefined && find(mine, key) === undefined
    return isNew || (find(newer, key) !== undefined && !isDeletedByMine)
  }
  const keysOf = (board: BoardCategory[]) => omitLooseCourses(board).map(({ key }) => key)
  const order = [...mergeOrder(keysOf(before), keysOf(mine), keysOf(newer), isKept), '0']

  /** Finds a course's category: this user's choice, else the newer board's, else none. */
  const placeOf = ({ id }: DegreeSummary) => {
    const [baseValue, mineValue, newerValue] = [before, mine, newer].map((board) => categoryOfCourse(board, id)?.key)
    const wanted = mineValue !== undefined && mineValue !== baseValue ? mineValue : newerValue
    return wanted !== undefined && order.includes(wanted) ? wanted : '0'
  }
  const courses = new Map(newer.flatMap(({ degrees }) => degrees).map((degree) => [degree.id, degree]))
  const places = new Map([...courses.values()].map((degree) => [degree.id, placeOf(degree)]))

  return order.map((key) => {
    const [baseValue, mineValue, newerValue] = [before, mine, newer].map((board) => find(board, key))
    const [old, my, their] = [baseValue, mineValue, newerValue].map((category) => idsOf(category?.degrees ?? []))
    const listed = mergeOrder(old!, my!, their!, (id) => places.get(id) === key)
    const unlisted = [...courses.keys()].filter((id) => places.get(id) === key && !listed.includes(id))
    const isRenamed = mineValue !== undefined && mineValue.title !== baseValue?.title
    return {
      ...(newerValue ?? mineValue)!,
      title: isRenamed ? mineValue.title : (newerValue ?? mineValue)!.title,
      degrees: [...listed, ...unlisted].map((id) => courses.get(id)!),
    }
  })
}

export const addCategory = (board: BoardCategory[], key: string): BoardCategory[] => [
  ...omitLooseCourses(board),
  { key, title: newCategoryTitle, withoutCat: false, degrees: [] },
  ...board.filter((category) => category.withoutCat),
]

/** Titles are plain text: markup is removed, and an empty one falls back (part 2 §2). */
export const renameCategory = (board: BoardCategory[], key: string, text: string): BoardCategory[] => {
  const title = text.replace(/<[^>]*>/g, '').trim() || newCategoryTitle
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
