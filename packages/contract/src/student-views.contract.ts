import { z } from 'zod'
import { learning, StudentContent, StudentDegree } from './learning.contract.ts'
import { defineRoute } from './route.ts'
import { Day } from './terms.ts'
import { Link, SchoolParams } from './wire.ts'

export const ViewedStudent = z.object({ link: z.string(), name: z.string() })
export type ViewedStudent = z.infer<typeof ViewedStudent>

export const studentViewTexts = {
  button: (name: string) => `Ver como ${name}`,
  bar: (name: string) => `Vendo como ${name}. Nada é gravado`,
} as const

const ViewParams = SchoolParams.extend({ link: Link })
const Moment = z.object({
  /** Day that is looked at, at its end; '' is now. Never a day that is over. */
  at: z.union([z.literal(''), Day]).default(''),
})

/**
 * A student's courses as the student has them, for administrators of the school. All routes read and write nothing: there is no other way to act as a
 * student.
 */
export const studentViews = {
  courses: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/view',
    summary: "The courses that a student sees now or on a day to come; for the school's own administrators",
    access: 'admin',
    may: 'students',
    params: ViewParams,
    query: Moment,
    response: z.object({ student: ViewedStudent, categories: learning.home.response.shape.categories }),
  }),
  course: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/view/:degreeLink',
    summary: 'One course as a student has it now or on a day to come, without the certificate',
    access: 'admin',
    may: 'students',
    params: ViewParams.extend({ degreeLink: Link }),
    query: Moment,
    response: z.object({ student: ViewedStudent, degree: StudentDegree }),
  }),
  lesson: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link/view/:degreeLink/:lessonLink',
    summary: 'One lesson as a student has it now or on a day to come; it does not count as opened',
    access: 'admin',
    may: 'students',
    params: ViewParams.extend({ degreeLink: Link, lessonLink: Link }),
    query: Moment,
    response: z.object({ student: ViewedStudent, degree: StudentDegree, content: StudentContent }),
  }),
}
