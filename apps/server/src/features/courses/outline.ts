import type { courses } from '@escola/contract/courses.contract'
import { refusals } from '@escola/contract/refusals'
import type { RouteOutput } from '@escola/contract/route'
import { moduleTitle } from '@escola/contract/titles'
import { invalidField } from '../../core/app-error.ts'
import type { ModuleValues } from './course-values.ts'

/** Modules and lessons in the author's order. A module or lesson that no order lists is removed, but its row stays. */
export interface Outline {
  order: string[]
  /** Every module of the course, listed or not. */
  modules: Map<string, ModuleValues>
  /** Every lesson of the course, listed or not. */
  lessonIds: ReadonlySet<string>
}
export type OutlineChange = Pick<
  RouteOutput<typeof courses.save>['body'],
  'modules' | 'moduleOrder' | 'contentOrderByModule'
>

/** A module that the client named before it had an id. */
export const isNewModule = (ref: string) => ref.startsWith('new-')

/** The outline after a change; new modules are in it under the client's names. A lesson is in one module at most. */
export function changeOutline(current: Outline, change: OutlineChange): Outline {
  const modules = new Map(current.modules)
  let order = [...current.order]
  for (const { id, title, alwaysAvailable } of change.modules ?? []) {
    const existing = modules.get(id)
    if (!existing && !isNewModule(id)) throw invalidField('modules', refusals.unknownModule)
    if (!existing) order.push(id)
    modules.set(id, {
      title: title || existing?.title || moduleTitle(order.length),
      always_available: alwaysAvailable,
      lesson_order: existing?.lesson_order ?? [],
    })
  }
  if (change.moduleOrder) {
    order = change.moduleOrder
    if (order.some((ref) => !modules.has(ref))) throw invalidField('moduleOrder', refusals.unknownModule)
    if (new Set(order).size < order.length) throw invalidField('moduleOrder', refusals.outlineTwice)
  }
  const lessonOrders = Object.entries(change.contentOrderByModule ?? {})
  const placed = lessonOrders.flatMap(([, ids]) => ids)
  const placedOnce = new Set(placed)
  if (placedOnce.size < placed.length) throw invalidField('contentOrderByModule', refusals.outlineTwice)
  if (placed.some((id) => !current.lessonIds.has(id)))
    throw invalidField('contentOrderByModule', refusals.unknownLesson)
  if (lessonOrders.some(([ref]) => !modules.has(ref)))
    throw invalidField('contentOrderByModule', refusals.unknownModule)
  const named = new Map(lessonOrders)
  for (const [ref, values] of modules) {
    const lesson_order = named.get(ref) ?? values.lesson_order.filter((id) => !placedOnce.has(id))
    modules.set(ref, { ...values, lesson_order })
  }
  for (const ref of modules.keys()) if (isNewModule(ref) && !order.includes(ref)) modules.delete(ref)
  return { order, modules, lessonIds: current.lessonIds }
}

/**
 * The outline after drafts are discarded: the published one, plus the lessons that were never published, where they are now. They hold text
 * that exists nowhere else, so they stay reachable; empty new modules go.
 * @param published the students' view; live are its modules with their published values
 */
export function discardFromOutline(
  current: Outline,
  published: { order: string[]; live: Map<string, ModuleValues>; lessonIds: ReadonlySet<string> },
): Outline {
  const inPlace = new Set([...published.live.values()].flatMap((values) => values.lesson_order))
  const isUnseen = (id: string) => current.lessonIds.has(id) && !published.lessonIds.has(id) && !inPlace.has(id)
  const modules = new Map<string, ModuleValues>()
  const order = [...published.order]
  for (const [id, values] of current.modules) {
    const unseen = values.lesson_order.filter(isUnseen)
    const live = published.live.get(id)
    modules.set(
      id,
      live ? { ...live, lesson_order: [...live.lesson_order, ...unseen] } : { ...values, lesson_order: unseen },
    )
    if (!live && unseen.length && current.order.includes(id)) order.push(id)
  }
  return { order, modules, lessonIds: current.lessonIds }
}
