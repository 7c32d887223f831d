import { ExamException, isEmptyException } from './exam-exceptions.ts'
import { examResultTexts } from './exam-result-texts.ts'
import { defineRoute } from './route.ts'
import { Done, Id, SchoolParams } from './wire.ts'

const StudentParams = SchoolParams.extend({ lessonId: Id, userId: Id })

/** An exception that allows something. */
export const NewExamException = ExamException.refine((exception) => !isEmptyException(exception), {
  path: ['more_attempts'],
  error: examResultTexts.emptyException,
})

export const examExceptions = {
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/exam-exceptions/:lessonId/students/:userId',
    summary:
      "Give a student an exception at a lesson's assessment, or change theirs; it counts at once, for a running attempt too",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: StudentParams,
    body: NewExamException,
    response: Done,
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/exam-exceptions/:lessonId/students/:userId',
    summary: "Take a student's exception back; an attempt that has ended by the rules without it is over",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: StudentParams,
    response: Done,
  }),
}
