import type { AskedExamQuestion, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import type { AttemptResult, LessonExam, PastAttempt, RunningAttempt } from '@escola/contract/exam-attempts.contract'
import { newExamSettings } from '@escola/contract/exam-plan'

/** Attempts for the tests of this feature's screens. */
export const questions: AskedExamQuestion[] = [
  { kind: 'truth', number: 1, points: 100, html: '<p>O sal entra por último?</p>' },
  {
    kind: 'one',
    number: 2,
    points: 100,
    html: '<p>O que fermenta?</p>',
    options: [
      { number: 1, html: '<p>Levain</p>' },
      { number: 2, html: '<p>Açúcar</p>' },
    ],
  },
  { kind: 'text', number: 3, points: 50, html: '<p>Como se chama o descanso?</p>' },
]

export const running = (change: Partial<RunningAttempt> = {}): RunningAttempt => ({
  id: '9',
  epoch: 1,
  kind: 'exam',
  utc_now: new Date().toISOString(),
  utc_ends_on: null,
  questions,
  answers: [],
  shown: [],
  ...change,
})

export const past = (change: Partial<PastAttempt> = {}): PastAttempt => ({
  id: '9',
  number: 1,
  utc_begun_on: '2026-12-01T12:00:00.000Z',
  utc_handed_in_on: '2026-12-01T12:30:00.000Z',
  handed_in_how: 'student',
  shows: 'key',
  mark: { points: 100, total: 250 },
  is_waiting: false,
  ...change,
})

export const result = (change: Partial<AttemptResult> = {}): AttemptResult => ({
  attempt: past(),
  kind: 'exam',
  is_passing: false,
  has_passed: false,
  pass_percent: 70,
  questions: [],
  later: null,
  late: 0,
  ...change,
})

export const lessonExam = (change: Partial<LessonExam> = {}): LessonExam => ({
  settings: newExamSettings,
  questions: 3,
  points: 250,
  has_open: false,
  refusal: null,
  utc_next_on: null,
  attempts_left: 1,
  running: null,
  past: [],
  mark: null,
  has_passed: false,
  ...change,
})

export const shown = (question: AskedExamQuestion, earned: number): ShownExamQuestion => ({
  question,
  answer: { kind: 'truth', chosen: true },
  earned,
  solution: { key: { kind: 'truth', right: true }, explanation: '<p>Ele atrasa o fermento.</p>' },
})
