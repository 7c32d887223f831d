import { examAttemptLimits } from '@escola/contract/exam-attempts.contract'
import { expect, it } from 'vitest'
import { makeAttended } from '../../testing/member-scope.ts'
import { world } from '../../testing/world.ts'
import { Outlines } from '../learning/outlines.service.ts'
import { openAttemptLimit, saveAnswers } from './exam-attempts.service.ts'
import { makeExamSchool } from './exam-attempts.testing.ts'

it('counts the calls of each student, and not those of their address', async () => {
  const { tools } = await world()
  const { school, student, enroll, begin } = await makeExamSchool()
  const other = await enroll()
  const limit = openAttemptLimit(tools.now)
  const config = { ...tools.config, rateFactor: 2 / examAttemptLimits.callsPerMinute }
  const [own, theirs] = [await begin(student), await begin(other)]
  const save = (as: typeof student, attemptId: string) =>
    saveAnswers(
      makeAttended(school, as),
      { attemptId, epoch: 1, saves: [] },
      { ...tools, config, limit, outlines: new Outlines() },
    )
  await save(student, own.id)
  await save(student, own.id)
  await expect(save(student, own.id)).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(await save(other, theirs.id)).toMatchObject({ verdicts: [] })
})
