import type { DegreeChange, LessonSummary, Module } from '@escola/contract/courses.contract'
import type { GroupMoves, Place } from '../../../ui/drag/use-grouped-drag.ts'

/** A module in the editor: the key stays while the id changes from 'new-…' to the server's. */
export interface OutlineModule {
  key: string
  id: string
  title: string
  alwaysAvailable: boolean
  content: LessonSummary[]
}
export type Outline = OutlineModule[]

export const toOutline = (modules: Module[]): Outline => modules.map((module) => ({ ...module, key: module.id }))

export const getModuleName = (module: { title: string }, at: number) => module.title.trim() || `Módulo ${at + 1}`

/** The whole structure at once: saves stay simple to merge, and the server finds what changed. */
export const makeOutlineChange = (
  outline: Outline,
): Pick<DegreeChange, 'modules' | 'moduleOrder' | 'contentOrderByModule'> => ({
  modules: outline.map((module, at) => ({
    id: module.id,
    title: getModuleName(module, at),
    alwaysAvailable: module.alwaysAvailable,
  })),
  moduleOrder: outline.map(({ id }) => id),
  contentOrderByModule: Object.fromEntries(outline.map(({ id, content }) => [id, content.map((lesson) => lesson.id)])),
})

/** New modules learn their ids from the answer, which has the order that was sent. */
export const withServerIds = (outline: Outline, sent: Outline | undefined, saved: Module[]): Outline => {
  if (!sent || sent.length !== saved.length) return outline
  const ids = new Map(sent.map(({ key }, at) => [key, saved[at]!.id]))
  return outline.map((module) => ({ ...module, id: ids.get(module.key) ?? module.id }))
}

/** Returns the structure with the server's data about each lesson: titles, links, drafts. */
export const withServerLessons = (outline: Outline, saved: Module[]): Outline => {
  const lessons = new Map(saved.flatMap((module) => module.content).map((lesson) => [lesson.id, lesson]))
  return outline.map((module) => ({
    ...module,
    content: module.content.map((lesson) => lessons.get(lesson.id) ?? lesson),
  }))
}

export const isSameOutline = (outline: Outline, saved: Module[]) => {
  const toStructure = (modules: Omit<OutlineModule, 'key'>[]) =>
    modules.map(({ id, title, alwaysAvailable, content }) => [
      id.startsWith('new-') ? 'new' : id,
      title.trim(),
      alwaysAvailable,
      ...content.map((lesson) => lesson.id),
    ])
  return JSON.stringify(toStructure(outline)) === JSON.stringify(toStructure(saved))
}

/**
 * Applies this user's structure to another user's newer one: lessons added since the base stay, removed ones go unless they are still theirs to keep.
 */
export const rebaseOutline = (base: Module[], mine: Outline, theirs: Module[]): Outline => {
  const lessonIds = (modules: { content: LessonSummary[] }[]) =>
    new Set(modules.flatMap((module) => module.content).map((lesson) => lesson.id))
  const baseIds = { modules: new Set(base.map(({ id }) => id)), lessons: lessonIds(base) }
  const alive = { modules: new Set(theirs.map(({ id }) => id)), lessons: lessonIds(theirs) }
  const listAdded = (module: Module) => module.content.filter((lesson) => !baseIds.lessons.has(lesson.id))
  const kept = mine
    .filter(({ id }) => id.startsWith('new-') || alive.modules.has(id))
    .map((module) => {
      const newer = theirs.find(({ id }) => id === module.id)
      const remaining = module.content.filter((lesson) => alive.lessons.has(lesson.id))
      return { ...module, content: [...remaining, ...(newer ? listAdded(newer) : [])] }
    })
  const placed = lessonIds(kept)
  const fresh = theirs
    .filter(({ id }) => !baseIds.modules.has(id))
    .map((module) => ({
      ...module,
      key: module.id,
      content: module.content.filter((lesson) => !placed.has(lesson.id)),
    }))
  return [...kept, ...fresh]
}

export const addModule = (outline: Outline, key: string): Outline => [
  ...outline,
  { key, id: `new-${key}`, title: `Módulo ${outline.length + 1}`, alwaysAvailable: false, content: [] },
]

export const changeModule = (
  outline: Outline,
  key: string,
  change: Partial<Pick<OutlineModule, 'title' | 'alwaysAvailable'>>,
): Outline => outline.map((module) => (module.key === key ? { ...module, ...change } : module))

export const removeModule = (outline: Outline, key: string): Outline => outline.filter((module) => module.key !== key)

export const removeLesson = (outline: Outline, lessonId: string): Outline =>
  outline.map((module) => ({ ...module, content: module.content.filter((lesson) => lesson.id !== lessonId) }))

const moduleOf = (outline: Outline, lessonId: string) =>
  outline.find((module) => module.content.some((lesson) => lesson.id === lessonId))

const moveModule = (outline: Outline, key: string, over: string): Outline => {
  const from = outline.findIndex((module) => module.key === key)
  const to = outline.findIndex((module) => module.key === over)
  return from < 0 || to < 0 ? outline : outline.toSpliced(from, 1).toSpliced(to, 0, outline[from]!)
}

const moveLesson = (outline: Outline, lessonId: string, place: Place): Outline => {
  const from = moduleOf(outline, lessonId)
  const lesson = from?.content.find(({ id }) => id === lessonId)
  const target = outline.find((module) => module.key === place.group)
  if (!from || !lesson || !target) return outline
  const at = target.content.findIndex(({ id }) => id === place.at)
  if (from === target && at < 0) return outline
  return outline.map((module) => {
    const rest = module.content.filter(({ id }) => id !== lessonId)
    if (module.key !== target.key) return module.key === from.key ? { ...module, content: rest } : module
    return { ...module, content: rest.toSpliced(at < 0 ? rest.length : at, 0, lesson) }
  })
}

export const outlineMoves: GroupMoves<Outline> = {
  groupOf: (outline, lessonId) => moduleOf(outline, lessonId)?.key,
  moveGroup: moveModule,
  moveItem: moveLesson,
}
