import { courses } from '@escola/contract/courses.contract'
import { dayMs, hourMs } from '@escola/contract/durations'
import type { StudentDegree } from '@escola/contract/learning.contract'
import { expect, it } from 'vitest'
import type { School } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { world } from '../../testing/world.ts'
import { getCourse } from '../learning/learning.service.ts'
import { makeLearningSchool } from '../learning/learning.testing.ts'
import { Outlines } from '../learning/outlines.service.ts'
import { previewDripping } from './preview.service.ts'

const asOwner = (school: School & { admin: Person }) => makeAttended(school, school.admin, { roles: ['owner'] })

/** Random numbers from a seed, so that a failing case fails again. */
function makeRandom(seed: number) {
  let state = seed
  return (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * count)
  }
}

const start = Date.parse('2026-01-31T15:00:00Z')

it('says of random rules, classes, calendars and days what the student is told', async () => {
  const { tools } = await world()
  const { school, student, cohort } = await makeLearningSchool()
  const course = await school.make.course({ modules: [1, 2, 1, 1, 1] })
  await school.tx((db) =>
    db.insertInto('cohort_courses').values({ cohort_id: cohort.id, course_id: course.id }).execute(),
  )
  const outlines = new Outlines()
  const random = makeRandom(7)
  const makeDate = (days: number) => new Date(start + (random(days) - days / 3) * dayMs + random(24) * hourMs)
  const seen = new Set<string>()
  for (let round = 0; round < 100; round++) {
    const enrolled = makeDate(90)
    await school.tx(async (db) => {
      const rule = {
        no_dripping: random(6) === 0,
        dripping_what: ['modules', 'school_gateways'][random(2)]!,
        dripping_when: ['day', 'week', 'month'][random(3)]!,
      }
      await db.updateTable('courses').set(rule).where('id', '=', course.id).execute()
      for (const id of course.module_order)
        await db
          .updateTable('modules')
          .set({ always_available: random(5) === 0 })
          .where('id', '=', id)
          .execute()
      await db
        .updateTable('lessons')
        .set({ is_visible: random(4) > 0 })
        .where('id', '=', course.lessons[4]!.id)
        .execute()
      await db
        .updateTable('cohorts')
        .set({ utc_created_on: makeDate(90) })
        .where('id', '=', cohort.id)
        .execute()
      await db.updateTable('enrollments').set({ utc_created_on: enrolled }).where('cohort_id', '=', cohort.id).execute()
      await db.deleteFrom('module_dates').execute()
      const dates = [...course.module_order, null]
        .filter(() => random(4) === 0)
        .map((module_id) => ({
          course_id: course.id,
          cohort_id: cohort.id,
          module_id,
          utc_dated_on: module_id && random(3) > 0 ? makeDate(120) : null,
          utc_opened_on: random(5) === 0 ? makeDate(120) : null,
        }))
      if (dates.length) await db.insertInto('module_dates').values(dates).execute()
    })
    const at = makeDate(240)
    const { json } = await getCourse(makeAttended(school, student), course.link, { ...tools, outlines, now: () => at })
    const studentModules = (JSON.parse(json) as { degree: StudentDegree }).degree.modules
    const input = { link: course.link, enrolled_on: enrolled.toISOString(), at: at.toISOString() }
    const { modules } = await previewDripping(asOwner(school), { ...input, school_gateway_id: cohort.id })
    const shown = modules.map(({ id, isOpen, opens_on }) => [id, isOpen ? null : opens_on])
    expect(shown).toEqual(studentModules.map(({ id, content }) => [id, content[0]!.availableWhen]))
    seen.add(JSON.stringify(shown.map(([, opens_on]) => opens_on === null)))
  }
  // The random numbers did show courses that are half open in many ways.
  expect(seen.size).toBeGreaterThan(10)
})

it('shows the rule that is being written, and without a class one that begins with the enrollment', async () => {
  const { call } = await world()
  const { school, course } = await makeLearningSchool()
  const input = { link: course.link, enrolled_on: '2026-01-05T12:00:00Z', at: '2026-01-12T12:00:00Z' }
  const previewOpenings = async () =>
    (await previewDripping(asOwner(school), input)).modules.map(({ opens_on }) => opens_on)
  expect(await previewOpenings()).toEqual([null, null])
  const change = { no_dripping: false, dripping_config: { what: 'school_gateways', when: 'day' } } as const
  const body = { id: course.id, version: course.version, ...change }
  await call(courses.save, { as: school.admin, params: { link: course.link }, body })
  expect(await previewOpenings()).toEqual(['2026-01-05T12:00:00.000Z', '2026-01-06T12:00:00.000Z'])
})

it('says of a class that does not open the course that it has it not, and counts what is closed to the public class', async () => {
  const { school, course, cohort } = await makeLearningSchool()
  const input = { link: course.link, enrolled_on: '2026-01-05T12:00:00Z', at: '2026-01-12T12:00:00Z' }
  const preview = (school_gateway_id: string) => previewDripping(asOwner(school), { ...input, school_gateway_id })
  expect(await preview(cohort.id)).toMatchObject({ has_degree: true, private_lessons: 0 })
  const other = await school.make.cohort()
  expect(await preview(other.id)).toEqual({ has_degree: false, private_lessons: 0, modules: [] })
  const everybody = await school.make.cohort({ isPublic: true })
  await school.tx((db) =>
    db.updateTable('lessons').set({ is_private: true }).where('id', '=', course.lessons[0]!.id).execute(),
  )
  expect(await preview(everybody.id)).toMatchObject({ has_degree: true, private_lessons: 1 })
  await school.tx((db) => db.updateTable('courses').set({ is_private: true }).where('id', '=', course.id).execute())
  expect(await preview(everybody.id)).toEqual({ has_degree: false, private_lessons: 0, modules: [] })
})
