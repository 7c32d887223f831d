import { slugify } from '@escola/contract/text'

/** Words that are paths of our own beside a course's link. */
export const reservedCourseLinks: ReadonlySet<string> = new Set(['student', 'img', 'delete', '0', 'nova'])

/**
 * The title as a link, with the first number that is free behind it: paes, paes-2, paes-3.
 * @param reserved words that are paths of our own beside such a link
 */
export function makeFreeLink(title: string, takenLinks: ReadonlySet<string>, reserved: ReadonlySet<string>): string {
  const base = slugify(title)
  const isFree = (link: string) => !takenLinks.has(link) && !reserved.has(link)
  if (isFree(base)) return base
  let number = 2
  while (!isFree(`${base}-${number}`)) number++
  return `${base}-${number}`
}
