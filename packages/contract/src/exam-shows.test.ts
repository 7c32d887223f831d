import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minuteMs } from './durations.ts'
import { shownParts } from './exam-plan.ts'
import { type ExamShows, keyShownFrom, type ShowWhen, shownLater, shownOf } from './exam-shows.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 11, 3, 12) + minute * minuteMs)
const [never, attempt, passing]: ShowWhen[] = [{ when: 'never' }, { when: 'attempt' }, { when: 'passing' }]
const from = (minute: number): ShowWhen => ({ when: 'moment', on: at(minute) })
const shows = (score: ShowWhen, answers: ShowWhen, key: ShowWhen): ExamShows => ({
  isExercise: false,
  score,
  answers,
  key,
})
const student = { isOver: true, hasPassed: false, closesOn: null as Date | null, now: at(10) }

it.each([
  ['nothing', shows(never!, never!, never!), {}, 'nothing'],
  ['the score alone', shows(attempt!, never!, never!), {}, 'score'],
  ['answers after each attempt', shows(attempt!, attempt!, passing!), {}, 'answers'],
  ['the key after passing', shows(attempt!, attempt!, passing!), { hasPassed: true }, 'key'],
  ['a key that brings what is below it', shows(never!, never!, attempt!), {}, 'key'],
  ['the score at its moment', shows(from(10), never!, never!), {}, 'score'],
  [
    'nothing just before the moment',
    shows(from(10), never!, never!),
    { now: new Date(at(10).getTime() - 1) },
    'nothing',
  ],
  [
    'the score before the closing, where its moment has come',
    shows(from(5), from(5), from(5)),
    { closesOn: at(20) },
    'score',
  ],
  ['no key in the grace of the closing', shows(attempt!, never!, from(5)), { closesOn: at(10) }, 'score'],
  ['the key after the grace of the closing', shows(attempt!, never!, from(5)), { closesOn: at(9.5) }, 'key'],
  ['the key after each attempt, also before the closing', shows(never!, never!, attempt!), { closesOn: at(20) }, 'key'],
  [
    'nothing of an attempt that runs',
    shows(attempt!, attempt!, attempt!),
    { isOver: false, hasPassed: true },
    'nothing',
  ],
  ['everything of an exercise', { ...shows(never!, never!, never!), isExercise: true }, {}, 'key'],
  [
    'nothing of an exercise that runs',
    { ...shows(never!, never!, never!), isExercise: true },
    { isOver: false },
    'nothing',
  ],
] as const)('shows %s', (_, rules, change, part) => expect(shownOf(rules, { ...student, ...change })).toBe(part))

it.each([
  ['nothing of what is shown already', shows(attempt!, attempt!, attempt!), {}, undefined],
  ['nothing of what is never shown', shows(attempt!, never!, never!), {}, undefined],
  ['nothing of an exercise', { ...shows(never!, never!, from(20)), isExercise: true }, {}, undefined],
  ['the key after passing', shows(passing!, passing!, passing!), {}, { part: 'key', on: null }],
  ['nothing once passed', shows(passing!, passing!, passing!), { hasPassed: true }, undefined],
  ['the score at its moment', shows(from(20), never!, never!), {}, { part: 'score', on: at(20) }],
  ['the key at its moment', shows(from(20), from(20), from(20)), {}, { part: 'key', on: at(20) }],
  [
    'the key after the grace of a later closing',
    shows(from(5), from(5), from(5)),
    { closesOn: at(30) },
    { part: 'key', on: at(30.5) },
  ],
] as const)('announces %s', (_, rules, change, later) =>
  expect(shownLater(rules, { ...student, ...change })).toEqual(later),
)

it('shows no less as time goes by and the student passes', () => {
  const when = fc.oneof(fc.constantFrom(never!, attempt!, passing!), fc.nat(40).map(from))
  fc.assert(
    fc.property(
      when,
      when,
      when,
      fc.option(fc.nat(40).map(at)),
      fc.array(fc.nat(60), { minLength: 2 }),
      (a, b, c, closesOn, minutes) => {
        const ranks = minutes
          .toSorted((x, y) => x - y)
          .map((minute) =>
            shownOf(shows(a, b, c), { isOver: minute > 5, hasPassed: minute > 20, closesOn, now: at(minute) }),
          )
          .map((part) => shownParts.indexOf(part))
        expect(ranks).toEqual(ranks.toSorted((x, y) => x - y))
      },
    ),
  )
})

it('knows from when the key could be seen: the moment at which it begins to be shown', () => {
  const when = fc.oneof(fc.constantFrom(never!, attempt!, passing!), fc.nat(30).map(from))
  const minute = fc.option(fc.nat(30).map(at))
  fc.assert(
    fc.property(
      when,
      fc.boolean(),
      fc.nat(30).map(at),
      minute,
      minute,
      (key, isExercise, overOn, passedOn, closesOn) => {
        const rules = { ...shows(never!, never!, key), isExercise }
        const shownAt = (now: Date) =>
          now >= overOn &&
          shownOf(rules, { isOver: true, hasPassed: passedOn !== null && passedOn <= now, closesOn, now }) === 'key'
        const found = keyShownFrom(rules, { overOn, passedOn, closesOn })
        if (found) expect([shownAt(new Date(found.getTime() - 1)), shownAt(found)]).toEqual([false, true])
        else expect(shownAt(at(60))).toBe(false)
      },
    ),
  )
})
