import { expect, it } from 'vitest'
import { newExamSettings, type PlannedPart } from './exam-plan.ts'
import { describeExamChanges, examPlanTexts } from './exam-plan-texts.ts'
import { listExamProblems } from './exam-problems.ts'

const fixed = (question: string): PlannedPart => ({ kind: 'fixed', id: `f${question}`, question, points: 100 })
const draw = (count: number): PlannedPart => ({
  kind: 'draw',
  id: 'd',
  filter: { tag: '', kind: '', difficulty: '', degree: '' },
  count,
  points: 100,
})
const poolOf = (size: number) => () => Array.from({ length: size }, (_, at) => `${at + 1}`)
const messagesOf = (parts: PlannedPart[], size = 0, settings = {}) =>
  listExamProblems(
    { settings: { ...newExamSettings, ...settings }, parts },
    { has: () => true, poolOf: poolOf(size) },
  ).map(({ message }) => message)

it('finds nothing wrong with a plan that each attempt can fill', () => {
  expect(messagesOf([fixed('1'), draw(2)], 3)).toEqual([])
})

it('refuses more questions than an attempt may ask, and draws from too many', () => {
  expect(messagesOf([draw(500), fixed('1')], 501)).toEqual([examPlanTexts.tooMany(501, 500)])
  expect(messagesOf([draw(1)], 2001)).toEqual([examPlanTexts.poolTooLarge(2000)])
})

it('asks for the moment of the results where they wait for one', () => {
  const waits = { shows_when: 'moment', utc_shows_on: null }
  expect(messagesOf([fixed('1')], 0, waits)).toEqual([examPlanTexts.showsWhenMissing])
  expect(messagesOf([fixed('1')], 0, { ...waits, shows: 'nothing' })).toEqual([])
  expect(messagesOf([fixed('1')], 0, { ...waits, kind: 'exercise' })).toEqual([])
})

it('lets no exercise hold back a lesson', () => {
  const passing = { kind: 'exercise', must_pass: true }
  expect(messagesOf([fixed('1')], 0, passing)).toEqual([examPlanTexts.exercisePasses])
  expect(messagesOf([fixed('1')], 0, { ...passing, kind: 'exam' })).toEqual([])
})

it('says what the bank has of other than the publication', () => {
  const none = { plan: false, changed: 0, added: 0, removed: 0 }
  expect(describeExamChanges(none)).toBeUndefined()
  expect(describeExamChanges({ ...none, changed: 3, added: 5 })).toContain('3 questões mudaram, 5 novas no sorteio')
  expect(describeExamChanges({ ...none, removed: 1 })).toContain('1 fora do sorteio')
  expect(describeExamChanges({ ...none, plan: true })).toContain('ainda não publicadas')
})
