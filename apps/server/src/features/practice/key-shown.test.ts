import { hourMs, minuteMs } from '@escola/contract/durations'
import { type ExamSettings, newExamSettings } from '@escola/contract/exam-plan'
import { expect, it } from 'vitest'
import { findSource, type Publication } from './key-shown.ts'

const now = new Date('2026-12-01T12:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms).toISOString()

type Case = Partial<Omit<Publication, 'settings'>> & { settings?: Partial<ExamSettings> }
const publication = (exam_id: string, { settings, ...rest }: Case = {}): Publication => ({
  exam_id,
  number: 1,
  lesson_id: `lesson ${exam_id}`,
  settings: { ...newExamSettings, ...settings },
  exception: null,
  has_passed: false,
  has_attempt: true,
  is_running: false,
  ...rest,
})

/** Whether a question that the assessment 1 has got wrong, and that 2 may ask too, is practised. */
function isPractised(first: Case, second?: Case, openLessons = ['lesson 1']) {
  const list = [publication('1', first), ...(second ? [publication('2', second)] : [])]
  const publications = new Map(list.map((each) => [`${each.exam_id} 1`, each]))
  const holders = list.map(({ exam_id }): [string, number] => [exam_id, 1])
  return findSource({ sources: [['1', 1]], holders }, { publications, openLessons: new Set(openLessons), now }) === '1'
}

const late = { shows_when: 'moment' as const, utc_shows_on: at(hourMs) }
const gone = { shows_when: 'moment' as const, utc_shows_on: at(-hourMs) }

it.each<[string, Case, boolean]>([
  ['shows its key after each attempt', {}, true],
  ['is not handed in by the student', { has_attempt: false }, false],
  ['runs', { is_running: true }, false],
  ['shows nothing', { settings: { shows: 'nothing' } }, false],
  ['shows points', { settings: { shows: 'score' } }, false],
  ['shows right and wrong', { settings: { shows: 'answers' } }, false],
  ['shows its key once passed', { settings: { shows_when: 'passed' } }, false],
  ['shows its key once passed, and is', { settings: { shows_when: 'passed' }, has_passed: true }, true],
  ['shows its key from a moment on', { settings: late }, false],
  ['has shown its key from a moment on', { settings: gone }, true],
  ['is still open at that moment', { settings: { ...gone, utc_closes_on: at(minuteMs) } }, false],
  ['is in the grace of its closing', { settings: { ...gone, utc_closes_on: at(-1) } }, false],
  ['is closed', { settings: { ...gone, utc_closes_on: at(-minuteMs) } }, true],
  [
    'is closed, but not to this student',
    {
      settings: { ...gone, utc_closes_on: at(-minuteMs) },
      exception: { more_attempts: 0, more_minutes: 0, utc_closes_on: at(minuteMs) },
    },
    false,
  ],
  ['is an exercise', { settings: { kind: 'exercise', shows: 'nothing' } }, true],
  ['is an exercise that runs', { settings: { kind: 'exercise' }, is_running: true }, false],
])('an assessment that %s', (_, given, expected) => {
  expect(isPractised(given)).toBe(expected)
  // A second assessment with the question holds it back as well.
  expect(isPractised({}, given)).toBe(expected)
})

it('asks nothing of a lesson that the student may not open, whatever another one shows', () => {
  expect(isPractised({}, {}, [])).toBe(false)
  expect(isPractised({}, {}, ['lesson 2'])).toBe(false)
})

it('asks nothing by an attempt whose publication keeps its key back, though the current one shows it', () => {
  const publications = new Map([
    ['1 1', publication('1', { settings: { shows: 'score' } })],
    ['1 2', { ...publication('1'), number: 2 }],
  ])
  const seen = { publications, openLessons: new Set(['lesson 1']), now }
  expect(findSource({ sources: [['1', 1]], holders: [['1', 2]] }, seen)).toBeUndefined()
  expect(findSource({ sources: [['1', 2]], holders: [['1', 2]] }, seen)).toBe('1')
})
