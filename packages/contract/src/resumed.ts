import type { CourseCard, learning } from './learning.contract.ts'
import type { ResponseOf } from './route.ts'

/** The course that its student goes on with: of those that are begun, the one nearest to its end. */
export const resumedOf = (categories: ResponseOf<typeof learning.home>['categories']): CourseCard | undefined =>
  categories
    .flatMap((category) => category.degrees)
    .filter((card) => card.state === 'continue')
    .reduce<CourseCard | undefined>(
      (best, card) => (best && Number(best.progress) >= Number(card.progress) ? best : card),
      undefined,
    )
