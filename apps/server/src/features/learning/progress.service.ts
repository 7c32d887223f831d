import type { UserDegree } from '@escola/contract/schools.contract'

/** '66.67': complete lessons out of all; '100.00' only when none is missing. */
export const progressText = (completed: number, lessons: number): string => {
  if (lessons === 0) return '0.00'
  return completed === lessons ? '100.00' : Math.min(99.99, (completed / lessons) * 100).toFixed(2)
}

/**
 * Lessons of a course that a student has completed, and the progress that they make; lessons that have since left it do not count, nor
 * private ones without a class of the student's own.
 */
export function userDegreeOf(
  { modules }: { modules: { lessons: { id: string; isPrivate: boolean }[] }[] },
  finished: Set<string>,
  { isOwn }: { isOwn: boolean },
): UserDegree {
  const content: UserDegree['metadata']['content'] = {}
  let [complete, lessons] = [0, 0]
  for (const module of modules) {
    for (const { id, isPrivate } of module.lessons) {
      if (isPrivate && !isOwn) continue
      lessons++
      if (!finished.has(id)) continue
      complete++
      content[id] = { isComplete: true }
    }
  }
  return { metadata: { content }, progress: progressText(complete, lessons) }
}
