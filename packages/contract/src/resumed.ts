import type { CourseCard, learning } from './learning.contract.ts'
import type { ResponseOf } from './route.ts'

/** Finds the course that its student goes on with: of the courses they have begun, the one studied last, and among equals the one nearest to its end. */
export const resumedOf = (categories: ResponseOf<typeof learning.home>['categories']): CourseCard | undefined =>
  categories
    .flatMap((category) => category.degrees)
    .filter((card) => card.state === 'continue')
    .reduce<CourseCard | undefined>((best, card) => (best && isBefore(best, card) ? best : card), undefined)

function isBefore(one: CourseCard, other: CourseCard): boolean {
  // Moments in UTC sort as texts.
  const [first, second] = [one.utc_studied_on ?? '', other.utc_studied_on ?? '']
  return first === second ? Number(one.progress) >= Number(other.progress) : first > second
}
