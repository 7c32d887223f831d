import { certificateMark, courseMark } from '@escola/contract/exam-results'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { world } from '../../../testing/world.ts'
import { finishedMarks, listCountedExams, meanMark } from './marks.queries.ts'
import { giveMark, publishExam } from './marks.testing.ts'

it('adds up marks as the contract does, whatever the totals of earlier publications', async () => {
  const { makeSchool, tools } = await world()
  const school = await makeSchool('Somas')
  const { make, tx } = school
  const courses = [await make.course({ modules: [3] }), await make.course({ modules: [2] })]
  const courseIds = courses.map(({ id }) => id)
  const exams: string[] = []
  for (const [course, totals] of [
    [courses[0]!, [700, 700, 33]],
    [courses[1]!, [1000, 1]],
  ] as const)
    for (const [at, points] of totals.entries())
      exams.push(await publishExam(school, { courseId: course.id, lessonId: course.lessons[at]!.id }, { points }))
  const students = [await make.student(), await make.student(), await make.student(), await make.student()]
  const marks = [
    // Two thirds and a third are exactly a half of 1400.
    [[2, 3], [1, 3], undefined, [1, 7], undefined],
    [
      [0, 5],
      [699, 700],
      [32, 33],
      [999, 1000],
      [1, 1],
    ],
    [
      [1, 6],
      [1, 6],
      [1, 6],
      [500, 1000],
      [0, 1],
    ],
    [undefined, undefined, undefined, undefined, undefined],
  ] as const
  for (const [at, { userId }] of students.entries()) {
    for (const [place, mark] of marks[at]!.entries())
      if (mark) await giveMark(school, { examId: exams[place]!, userId }, { points: mark[0], total: mark[1] })
    const done = { user_id: userId, utc_started_on: tools.now(), utc_completed_on: tools.now() }
    await tx((db) =>
      db
        .insertInto('course_progress')
        .values(courseIds.map((course_id) => ({ ...done, course_id })))
        .execute(),
    )
  }
  const userIds = students.map(({ userId }) => userId)
  const { byCourse, means, counted } = await tx(async (db) => ({
    byCourse: await sql<{ user_id: string; course_id: string; points: string; total: string }>`
      select k.* from (${finishedMarks(courseIds)}) k order by user_id, course_id`.execute(db),
    means: await sql<{ user_id: string; mean: string }>`
      select k.user_id, ${meanMark} as mean from (${finishedMarks(courseIds)}) k group by k.user_id order by k.user_id`.execute(
      db,
    ),
    counted: await listCountedExams(db, courseIds, userIds),
  }))
  const own = Map.groupBy(counted, ({ user_id, course_id }) => `${user_id} ${course_id}`)
  const ruled = byCourse.rows.map(({ user_id, course_id }) =>
    courseMark(
      own.get(`${user_id} ${course_id}`)!.map(({ total, points, mark_total }) => ({
        total,
        mark: points === null ? undefined : { points, total: mark_total! },
      })),
    ),
  )
  expect(byCourse.rows).toHaveLength(8)
  expect(byCourse.rows.map(({ points, total }) => ({ points: Number(points), total: Number(total) }))).toEqual(ruled)
  const ruledMeans = userIds.map(
    (userId) => certificateMark(ruled.filter((_, at) => byCourse.rows[at]!.user_id === userId))?.points,
  )
  expect(means.rows.map(({ mean }) => Number(mean))).toEqual(ruledMeans)
})
