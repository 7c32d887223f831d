import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Attended } from '../../core/scope.ts'
import { makeAttended } from '../../testing/member-scope.ts'
import { paying } from '../../testing/paying.ts'
import { world } from '../../testing/world.ts'
import { Outlines } from '../learning/outlines.service.ts'
import { getPractice } from './practice.service.ts'
import { makePracticeSchool } from './practice.testing.ts'

beforeAll(() => world(paying))

it('opens its lesson for charges when a student begins, and not by what it shows before', async () => {
  const { school, enroll, state, round, student } = await makePracticeSchool()
  const other = await enroll()
  // The beginning of the attempt has counted the student who made it.
  for (const table of ['exam_marks', 'exam_attempts'] as const)
    await school.tx((db) =>
      db.updateTable(table).set({ user_id: other.userId }).where('user_id', '=', student.userId).execute(),
    )
  const counted = () =>
    school.tx((db) => db.selectFrom('counted_students').select('month').where('user_id', '=', other.userId).execute())
  expect(await state(other)).toMatchObject({ due: 4 })
  expect(await counted()).toEqual([])
  expect(await round(other)).toHaveLength(4)
  expect(await counted()).toHaveLength(1)
})

/** Counts the statements and single reads of a call. */
async function countStatements(school: Attended, call: (school: Attended) => Promise<unknown>): Promise<number> {
  let count = 0
  const plugin = {
    transformQuery: ({ node }: { node: never }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }: { result: never }) => result,
  }
  await call({
    ...school,
    read: (...asked) => {
      count += 1
      return school.read(...asked)
    },
    tx: (work) => school.tx((db) => work(db.withPlugin(plugin as never) as typeof db)),
  } as Attended)
  return count
}

it('asks as many statements for two hundred attempts as for one', async () => {
  const { tools } = await world()
  const { school, student, course, attemptsOf, round } = await makePracticeSchool()
  const asked = () =>
    countStatements(makeAttended(school, student), (counted) =>
      getPractice(counted, { degreeLink: course.link }, { ...tools, outlines: new Outlines() }),
    )
  const one = await asked()
  const { id } = (await attemptsOf())[0]!
  await school.tx((db) =>
    sql`
      insert into exam_attempts (school_id, exam_id, user_id, publication, seed, asked, epoch, utc_begun_on, utc_look_on, utc_handed_in_on, handed_in_how, earned, points, total)
      select ${thisSchool}::bigint, exam_id, user_id, publication, seed, asked, epoch, utc_begun_on, utc_look_on, utc_handed_in_on, handed_in_how, earned, points, total
      from exam_attempts cross join generate_series(1, 199) where school_id = ${thisSchool} and id = ${id}::bigint
      returning id`.execute(db),
  )
  expect(await attemptsOf()).toHaveLength(200)
  expect([await asked(), (await round()).length]).toEqual([one, 4])
  expect(one).toBeGreaterThan(0)
})
