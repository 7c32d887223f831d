import type { MadeCourse } from './seed-course.ts'

/** Student in a class, with the courses that it opens. */
export interface Enrolled {
  userId: string
  name: string
  cohortId: string
  courses: MadeCourse[]
}
