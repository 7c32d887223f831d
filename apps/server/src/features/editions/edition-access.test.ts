import { learning } from '@escola/contract/learning.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { affiliate, makePlan, spread } from '../../testing/franchise.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'

const state = fc.record({
  answer: fc.constantFrom('approved', 'approved', 'approved', 'approved', 'pending', 'declined'),
  isRemoved: fc.nat(5).map((each) => each === 0),
  isBlocked: fc.nat(3).map((each) => each === 0),
  isPublished: fc.nat(3).map((each) => each > 0),
  isHidden: fc.nat(5).map((each) => each === 0),
  plan: fc.constantFrom('all', 'lists', 'all', 'lists', 'another'),
  isPrivate: fc.boolean(),
})
const cohorts = fc.constantFrom('none', 'public', 'all', 'lists')
type State = typeof state extends fc.Arbitrary<infer T> ? T : never

it('opens an edition to a student when franchisor, affiliate and class all do, and in no other case', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(cohorts, fc.array(state, { minLength: 3, maxLength: 6 }), async (cohort, states) => {
      const franchisor = await w.makeSchool('Matriz')
      const school = await w.makeSchool('Filial')
      const course = await franchisor.make.course({ modules: [1] })
      const plans = {
        all: await makePlan(franchisor, 'all'),
        lists: await makePlan(franchisor, [course]),
        another: await makePlan(franchisor, []),
      }
      await affiliate(franchisor, school, plans.all)
      await spread(w, franchisor)
      if (cohort !== 'none') {
        const options = {
          isPublic: cohort === 'public',
          all: cohort === 'all',
          courses: cohort === 'lists' ? [course] : [],
        }
        await school.make.enrollment(await school.make.cohort(options), school.student)
      }
      const apply = async ({ answer, isRemoved, isBlocked, isPublished, isHidden, plan, isPrivate }: State) => {
        const now = new Date()
        const answered = {
          utc_approved_on: answer === 'pending' ? null : now,
          utc_declined_on: answer === 'declined' ? now : null,
          utc_removed_on: isRemoved ? now : null,
        }
        await franchisor.tx(async (db) => {
          await db
            .updateTable('affiliates')
            .set({ ...answered, plan_id: isRemoved ? null : plans[plan].id })
            .execute()
          await db.updateTable('schools').set({ is_blocked: isBlocked }).execute()
          const shown = { utc_published_on: isPublished ? now : null, hide_to_affiliates: isHidden }
          await db.updateTable('courses').set(shown).where('id', '=', course.id).execute()
        })
        await school.tx(async (db) => {
          await db.updateTable('franchisors').set(answered).execute()
          await db.updateTable('courses').set({ is_private: isPrivate }).where('id', '=', course.id).execute()
        })
        expect(await spread(w, franchisor)).toEqual([])
      }
      for (const each of states) {
        await apply(each)
        const isOpen =
          each.answer === 'approved' &&
          !each.isRemoved &&
          !each.isBlocked &&
          each.isPublished &&
          !each.isHidden &&
          each.plan !== 'another'
        const isIn = cohort === 'all' || cohort === 'lists' || (cohort === 'public' && !each.isPrivate)
        const lesson = await w.call(learning.lesson, {
          as: school.student,
          params: { degreeLink: course.link },
          body: { classLink: course.lessons[0]!.link },
        })
        expect(lesson.status).toBe(isOpen ? (isIn ? 200 : 403) : 404)
        const home = await w.call(learning.home, { as: school.student, params: { schoolId: school.id } })
        const cards = home.body.categories.flatMap(({ degrees }) => degrees)
        // Every edition is visible, and members see what is private too, as cards that are locked.
        expect(cards.map((card) => [card.id, card.state === 'locked'])).toEqual(isOpen ? [[course.id, !isIn]] : [])
      }
    }),
    { numRuns: runsOf(3), endOnFailure: true },
  )
}, 1_200_000)
