import type { CourseCard, learning } from './learning.contract.ts'
import type { ResponseOf } from './route.ts'

/** Finds the course that its student goes on with: of the courses they have begun, the one nearest to its end. */
export const resumedOf = (categories: ResponseOf<typeof learning.home>['categories']): CourseCard | undefined =>
  categories
    .flatMap((category) => category.degrees)
    .filter((card) => card.state === 'continue')
    .reduce<CourseCard | undefined>(
      (best, card) => (best && Number(best.progress) >= Number(card.progress) ? best : card),
      undefined,
    )
