import type { ExamSettings } from '@escola/contract/exam-plan'
import { merges } from '@escola/contract/merges.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { makeExamSchool, point, rightSaves } from './exam-attempts.testing.ts'

async function makeTwo(settings: Partial<ExamSettings> = {}) {
  const { call } = await world()
  const fixture = await makeExamSchool({ settings })
  const { school, enroll, student: first } = fixture
  const second = await enroll('Ana S.')
  const linkOf = async (userId: string) => {
    const rows = await school.tx((db) => db.selectFrom('memberships').select(['user_id', 'link']).execute())
    return rows.find(({ user_id }) => user_id === userId)!.link
  }
  const link = await linkOf(first.userId)
  const merge = () => call(merges.start, { as: school.admin, params: { link }, body: { email: second.email } })
  const undo = async () => {
    const { id } = await school.tx((db) => db.selectFrom('merges').select('id').executeTakeFirstOrThrow())
    return call(merges.undo, { as: school.admin, params: { link, id } })
  }
  return { ...fixture, first, second, merge, undo }
}

it('hands running attempts in before a merging moves them, and the first student has what either has passed', async () => {
  const { first, second, begin, handIn, save, merge, attemptsOf, markOf, undo } = await makeTwo()
  const early = await begin(second)
  await handIn(early.id, { epoch: 1, saves: rightSaves(early.questions) }, second)
  const [own, theirs] = [await begin(first), await begin(second)]
  await save(own.id, { epoch: 1, saves: rightSaves(own.questions, 1) }, first)
  await save(theirs.id, { epoch: 1, saves: rightSaves(theirs.questions, 2) }, second)
  expect((await merge()).status).toBe(200)
  expect((await attemptsOf(first)).map(({ points, handed_in_how }) => [points, handed_in_how])).toEqual([
    [4 * point, 'student'],
    [point, 'merged'],
    [2 * point, 'merged'],
  ])
  expect(await markOf(first)).toMatchObject({ points: 4 * point, attempts: 3, utc_passed_on: expect.any(Date) })
  expect(await markOf(second)).toBeUndefined()
  expect((await undo()).status).toBe(200)
  expect(await markOf(first)).toMatchObject({ points: point, attempts: 1, utc_passed_on: null })
  expect(await markOf(second)).toMatchObject({ points: 4 * point, attempts: 2, utc_passed_on: expect.any(Date) })
})

it('keeps the passing of the second student, though the mean of both is too low', async () => {
  const { first, second, begin, handIn, merge, markOf, undo } = await makeTwo({ counts: 'mean' })
  const failed = await begin(first)
  await handIn(failed.id, { epoch: 1, saves: [] }, first)
  const passed = await begin(second)
  await handIn(passed.id, { epoch: 1, saves: rightSaves(passed.questions) }, second)
  const before = (await markOf(second))!.utc_passed_on
  await merge()
  expect(await markOf(first)).toMatchObject({ points: 2 * point, attempts: 2, utc_passed_on: before })
  await undo()
  expect(await markOf(first)).toMatchObject({ points: 0, attempts: 1, utc_passed_on: null })
  expect(await markOf(second)).toMatchObject({ points: 4 * point, attempts: 1, utc_passed_on: before })
})

it('leaves no trace of an assessment, after an undo, with a student who has not begun it', async () => {
  const { first, second, begin, handIn, merge, markOf, undo } = await makeTwo()
  const passed = await begin(second)
  await handIn(passed.id, { epoch: 1, saves: rightSaves(passed.questions) }, second)
  await merge()
  await undo()
  expect(await markOf(first)).toBeUndefined()
  expect(await markOf(second)).toMatchObject({ attempts: 1, utc_passed_on: expect.any(Date) })
})
