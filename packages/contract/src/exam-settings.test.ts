import { describe, expect, it } from 'vitest'
import { minuteMs } from './durations.ts'
import { ExamException, ExamPoints, ExamSettings, rulesOf, showsOf } from './exam-settings.ts'
import { examSettingTexts } from './exam-texts.ts'

const settings: ExamSettings = {
  kind: 'exam',
  attempts: 2,
  pause_minutes: 60,
  limit_minutes: 40,
  utc_opens_on: '2026-12-03T22:00:00Z',
  utc_closes_on: '2026-12-04T22:00:00Z',
  counting: 'best',
  pass_percent: 70,
  is_shuffled: false,
  shows: {
    score: { when: 'attempt' },
    verdicts: { when: 'passing' },
    key: { when: 'moment', utc_on: '2026-12-10T12:00:00Z' },
  },
}
const faultsOf = (change: Partial<Record<keyof ExamSettings, unknown>>) =>
  ExamSettings.safeParse({ ...settings, ...change }).error?.issues.map(({ path, message }) => [path.join('.'), message])

describe('settings', () => {
  it.each([
    [{}],
    [{ attempts: 1 }],
    [{ attempts: 20 }],
    [{ attempts: null, pause_minutes: 0, limit_minutes: null, utc_opens_on: null, utc_closes_on: null }],
    [{ limit_minutes: 1 }],
    [{ limit_minutes: 600 }],
    [{ utc_opens_on: null }],
  ])('are %j', (change) => expect(faultsOf(change)).toBeUndefined())

  it.each([
    ['attempts', 0, examSettingTexts.whole(1, 20)],
    ['attempts', 21, examSettingTexts.whole(1, 20)],
    ['attempts', '2', examSettingTexts.whole(1, 20)],
    ['pause_minutes', -1, examSettingTexts.whole(0, 43_200)],
    ['limit_minutes', 601, examSettingTexts.whole(1, 600)],
    ['limit_minutes', 1.5, examSettingTexts.whole(1, 600)],
    ['pass_percent', 101, examSettingTexts.whole(1, 100)],
    ['pass_percent', 0, examSettingTexts.whole(1, 100)],
    ['utc_closes_on', '2026-12-03T22:00:00Z', examSettingTexts.closesFirst],
  ])('refuse %s %j', (field, value, message) => expect(faultsOf({ [field]: value })).toEqual([[field, message]]))

  it('points are hundredths from 0,01 to 1000', () => {
    expect([1, 100_000].every((points) => ExamPoints.safeParse(points).success)).toBe(true)
    expect([0, 100_001, 0.5].some((points) => ExamPoints.safeParse(points).success)).toBe(false)
  })
})

it('an exception gives attempts, minutes and another closing', () => {
  const exception = ExamException.parse({ more_attempts: 1, more_minutes: 20, utc_closes_on: '2026-12-06T22:00:00Z' })
  expect(rulesOf(settings)).toEqual({
    attempts: 2,
    pauseMs: 60 * minuteMs,
    limitMs: 40 * minuteMs,
    opensOn: new Date('2026-12-03T22:00:00Z'),
    closesOn: new Date('2026-12-04T22:00:00Z'),
  })
  expect(rulesOf(settings, exception)).toEqual({
    attempts: 3,
    pauseMs: 60 * minuteMs,
    limitMs: 60 * minuteMs,
    opensOn: new Date('2026-12-03T22:00:00Z'),
    closesOn: new Date('2026-12-06T22:00:00Z'),
  })
  expect(rulesOf(settings, { ...exception, utc_closes_on: null }).closesOn).toEqual(new Date('2026-12-04T22:00:00Z'))
})

it('an exception limits nothing that has no limit', () => {
  const free = { ...settings, attempts: null, limit_minutes: null, utc_closes_on: null }
  expect(rulesOf(free, { more_attempts: 1, more_minutes: 20, utc_closes_on: null })).toMatchObject({
    attempts: null,
    limitMs: null,
    closesOn: null,
  })
})

it('an exercise has any number of attempts, no pause and no limit, and opens and closes like an exam', () => {
  expect(rulesOf({ ...settings, kind: 'exercise' })).toEqual({
    attempts: null,
    pauseMs: 0,
    limitMs: null,
    opensOn: new Date('2026-12-03T22:00:00Z'),
    closesOn: new Date('2026-12-04T22:00:00Z'),
  })
})

it('reads when results are shown', () => {
  expect(showsOf(settings)).toEqual({
    isExercise: false,
    score: { when: 'attempt' },
    verdicts: { when: 'passing' },
    key: { when: 'moment', on: new Date('2026-12-10T12:00:00Z') },
  })
  expect(showsOf({ ...settings, kind: 'exercise' }).isExercise).toBe(true)
})
