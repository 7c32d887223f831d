import { slugify } from '@escola/contract/text'

/** Words that are paths of our own beside a course's link. */
export const reservedCourseLinks: ReadonlySet<string> = new Set(['student', 'img', 'delete', '0', 'nova'])
export const reservedLessonLinks: ReadonlySet<string> = new Set(['0', 'nova', 'nova-aula'])

/** The title as a link, with the first number that is free behind it: paes, paes-2, paes-3. */
export function freeLink(title: string, taken: ReadonlySet<string>, reserved: ReadonlySet<string>): string {
  const base = slugify(title)
  const isFree = (link: string) => !taken.has(link) && !reserved.has(link)
  if (isFree(base)) return base
  let number = 2
  while (!isFree(`${base}-${number}`)) number++
  return `${base}-${number}`
}
