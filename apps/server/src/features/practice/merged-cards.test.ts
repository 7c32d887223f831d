import { merges } from '@escola/contract/merges.contract'
import { ownData } from '@escola/contract/own-data.contract'
import { expect, it } from 'vitest'
import { makePracticeSchool, rightAnswer, wrongAnswer } from './practice.testing.ts'

it('gives the first of two students the later answer to each question, and an undo takes it back', async () => {
  const { call, school, enroll, student: first, fail, round, answer, cards } = await makePracticeSchool()
  const second = await enroll('Ana S.')
  await fail(second)
  const [own, theirs] = [await round(), await round(second)]
  await answer(own[0]!, rightAnswer(own[0]!))
  await answer(theirs[0]!, wrongAnswer(theirs[0]!), second)
  await answer(theirs[1]!, wrongAnswer(theirs[1]!), second)
  await answer(own[1]!, rightAnswer(own[1]!))
  await answer(theirs[2]!, rightAnswer(theirs[2]!), second)
  const of = async ({ userId }: typeof first) =>
    (await cards()).filter(({ user_id }) => user_id === userId).map(({ is_right }) => is_right)
  const links = await school.tx((db) => db.selectFrom('memberships').select(['user_id', 'link']).execute())
  const { link } = links.find(({ user_id }) => user_id === first.userId)!
  expect((await call(merges.start, { as: school.admin, params: { link }, body: { email: second.email } })).status).toBe(
    200,
  )
  expect(await of(first)).toEqual([false, true, true, null])
  // The screen from before the merging shows other numbers of options.
  expect((await answer(own[2]!, rightAnswer(own[2]!))).error.code).toBe('practice_moved')
  const { id } = await school.tx((db) => db.selectFrom('merges').select('id').executeTakeFirstOrThrow())
  expect((await call(merges.undo, { as: school.admin, params: { link, id } })).status).toBe(200)
  expect(await of(first)).toEqual([true, null])
  expect(await of(second)).toEqual([false, false, true, null])
})

it('stands in the copy of one’s own data without what would tell a key', async () => {
  const { call, school, student, round, answer } = await makePracticeSchool()
  const [one] = await round()
  await answer(one!, rightAnswer(one!))
  const { schools } = (await call(ownData.copy, { as: student })).body as unknown as {
    schools: { id: string; practice_cards: Record<string, unknown>[] }[]
  }
  const copied = schools.find(({ id }) => id === school.id)!.practice_cards
  expect(copied).toHaveLength(4)
  expect(copied[0]).toMatchObject({ is_right: true, utc_due_on: expect.any(String) })
  expect(Object.keys(copied[0]!)).not.toContain('seed')
})
