/** '66.67': complete lessons out of all; '100.00' only when none is missing. */
export const progressText = (completed: number, lessons: number): string => {
  if (lessons === 0) return '0.00'
  return completed === lessons ? '100.00' : Math.min(99.99, (completed / lessons) * 100).toFixed(2)
}

/** How far somebody is in a course; lessons that have since left it do not count, nor private ones where they have no class of their own. */
export function progressIn(
  { modules }: { modules: { lessons: { id: string; isPrivate: boolean }[] }[] },
  completed: Iterable<string>,
  { isOwn }: { isOwn: boolean },
): string {
  const finished = new Set(completed)
  const lessons = modules.flatMap((module) => module.lessons).filter(({ isPrivate }) => isOwn || !isPrivate)
  return progressText(lessons.filter((lesson) => finished.has(lesson.id)).length, lessons.length)
}
