import { practice } from '@escola/contract/practice.contract'
import { expect, it } from 'vitest'
import { makeOpenSchool } from '../exam-open-answers/exam-open-answers.testing.ts'

it('keeps back the keys of an attempt that waits for a person, as its result does', async () => {
  const { call, course, student, attempt, correct } = await makeOpenSchool({ open: 1 })
  const ask = () => call(practice.begin, { as: student, params: { degreeLink: course.link } })
  const id = await attempt(['A massa descansa.'], { isRight: false })
  expect((await ask()).body.questions).toEqual([])
  expect((await correct(id, 2, 0)).status).toBe(200)
  expect((await ask()).body.questions).toHaveLength(1)
})
