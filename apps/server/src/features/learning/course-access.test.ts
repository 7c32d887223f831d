import { hourMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'

const courses = fc.array(fc.record({ published: fc.boolean(), isPrivate: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
})
const cohorts = fc.array(
  fc.record({ isPublic: fc.boolean(), isHidden: fc.boolean(), all: fc.boolean(), listed: fc.array(fc.nat(3)) }),
  { minLength: 1, maxLength: 3 },
)
const enrolments = fc.array(fc.record({ cohort: fc.nat(2), hours: fc.option(fc.constantFrom(-1, 1)) }), {
  maxLength: 3,
})

const privateCourse = { published: true, isPrivate: true }
const publicClass = (listed: number[]) => ({ isPublic: true, isHidden: false, all: true, listed })
const student = { cohort: 0, hours: null }

it('opens to a student what a class of theirs opens whose time is not over, and nothing else', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(courses, cohorts, enrolments, async (wantedCourses, wantedCohorts, wantedEnrolments) => {
      const school = await w.makeSchool('Acesso')
      const madeCourses: Awaited<ReturnType<typeof school.make.course>>[] = []
      for (const { published, isPrivate } of wantedCourses)
        madeCourses.push(await school.make.course({ published, modules: [1], is_private: isPrivate }))
      const classes = []
      for (const [index, { isPublic, isHidden, all, listed }] of wantedCohorts.entries()) {
        // A school has one public class, the first.
        const isOnlyPublic = isPublic && index === 0
        const list = [...new Set(listed)].flatMap((at) => madeCourses[at] ?? [])
        const cohort = await school.make.cohort({ isPublic: isOnlyPublic, all, courses: list })
        await school.tx((db) =>
          db.updateTable('cohorts').set({ is_hidden: isHidden }).where('id', '=', cohort.id).execute(),
        )
        classes.push({ cohort, isPublic: isOnlyPublic, isHidden, all, list })
      }
      const own = new Map<(typeof classes)[number], number | null>()
      for (const { cohort, hours } of wantedEnrolments) if (classes[cohort]) own.set(classes[cohort], hours)
      for (const [{ cohort }, hours] of own)
        await school.make.enrollment(
          cohort,
          school.student,
          hours === null ? null : new Date(Date.now() + hours * hourMs),
        )
      const living = [...own].filter(([{ isHidden }, hours]) => !isHidden && hours !== -1).map(([each]) => each)
      const opens = (course: (typeof madeCourses)[number], at: number) =>
        wantedCourses[at]!.published &&
        living.some(
          ({ all, isPublic, list }) =>
            (isPublic ? !wantedCourses[at]!.isPrivate : all) || list.some(({ id }) => id === course.id),
        )
      const expected = madeCourses.filter(opens).map(({ id }) => id)
      const { rows } = await school.tx(async (db) => ({
        rows: await db
          .selectFrom('course_openings')
          .where('user_id', '=', school.student.userId)
          .select('course_id')
          .distinct()
          .orderBy('course_id')
          .execute(),
      }))
      expect(rows.map((row) => row.course_id)).toEqual(expected)
      // A student's own calls say the same.
      for (const course of madeCourses) {
        const { status } = await w.call(learning.lesson, {
          as: school.student,
          params: { degreeLink: course.link },
          body: { classLink: course.lessons[0]!.link },
        })
        expect([course.id, status === 200]).toEqual([course.id, expected.includes(course.id)])
      }
    }),
    {
      numRuns: 40,
      endOnFailure: false,
      // A public class with all courses has only the private courses that it lists. Random schools rarely show this.
      examples: [
        [[privateCourse], [publicClass([])], [student]],
        [[privateCourse], [publicClass([0])], [student]],
      ],
    },
  )
}, 1_200_000)
