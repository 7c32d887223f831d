import { expect, it } from 'vitest'
import { minuteMs } from './durations.ts'
import { ExamException } from './exam-exceptions.ts'
import { type ExamSettings, newExamSettings } from './exam-plan.ts'
import { attemptRulesOf, examShowsOf } from './exam-publication.ts'
import { examSettingTexts } from './exam-texts.ts'

const settings: ExamSettings = {
  ...newExamSettings,
  attempts: 2,
  pause_minutes: 60,
  limit_minutes: 40,
  utc_opens_on: '2026-12-03T22:00:00Z',
  utc_closes_on: '2026-12-04T22:00:00Z',
}
const exception: ExamException = { more_attempts: 1, more_minutes: 20, utc_closes_on: '2026-12-06T22:00:00Z' }

it('an exception gives attempts, minutes and another closing', () => {
  expect(attemptRulesOf(settings)).toEqual({
    attempts: 2,
    pauseMs: 60 * minuteMs,
    limitMs: 40 * minuteMs,
    opensOn: new Date('2026-12-03T22:00:00Z'),
    closesOn: new Date('2026-12-04T22:00:00Z'),
  })
  expect(attemptRulesOf(settings, exception)).toEqual({
    attempts: 3,
    pauseMs: 60 * minuteMs,
    limitMs: 60 * minuteMs,
    opensOn: new Date('2026-12-03T22:00:00Z'),
    closesOn: new Date('2026-12-06T22:00:00Z'),
  })
  expect(attemptRulesOf(settings, { ...exception, utc_closes_on: null }).closesOn).toEqual(
    new Date('2026-12-04T22:00:00Z'),
  )
})

it('an exception limits nothing that has no limit', () => {
  const free = { ...settings, attempts: null, limit_minutes: null, utc_closes_on: null }
  expect(attemptRulesOf(free, { ...exception, utc_closes_on: null })).toMatchObject({
    attempts: null,
    limitMs: null,
    closesOn: null,
  })
})

it.each([
  [{ more_attempts: 21 }, 'more_attempts', examSettingTexts.whole(0, 20)],
  [{ more_minutes: 1.5 }, 'more_minutes', examSettingTexts.whole(0, 600)],
  [{ more_minutes: '2' }, 'more_minutes', examSettingTexts.whole(0, 600)],
])('an exception refuses %j', (change, field, message) => {
  const { error } = ExamException.safeParse({ ...exception, ...change })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
})

it('an exercise has any number of attempts, no pause and no limit, and opens and closes like an exam', () =>
  expect(attemptRulesOf({ ...settings, kind: 'exercise' }, exception)).toMatchObject({
    attempts: null,
    pauseMs: 0,
    limitMs: null,
    opensOn: new Date('2026-12-03T22:00:00Z'),
  }))

it('shows the chosen part with those below it, from the same moment on', () => {
  const on = new Date('2026-12-10T12:00:00Z')
  const shown: ExamSettings = {
    ...settings,
    shows: 'answers',
    shows_when: 'moment',
    utc_shows_on: on.toISOString(),
  }
  const moment = { when: 'moment', on }
  expect(examShowsOf(shown)).toEqual({ isExercise: false, score: moment, answers: moment, key: { when: 'never' } })
  expect(examShowsOf({ ...shown, shows: 'nothing' }).score).toEqual({ when: 'never' })
})
