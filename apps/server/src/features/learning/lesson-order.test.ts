import { dayMs } from '@escola/contract/durations'
import { expect, it } from 'vitest'
import type { AppError } from '../../core/app-error.ts'
import type { JsonFields } from '../../http/json-parts.ts'
import { lessonStates, openLesson } from './student-degree.ts'
import type { Study } from './study.ts'

const now = new Date('2026-03-10T12:00:00Z')
const both = [false, true]
/** State of the first lesson: what holds the others back or not. */
const firsts = ['untouched', 'complete', 'taken back', 'opened once'] as const

interface Case {
  inOrder: boolean
  /** Only passing completes the first lesson. */
  mustPass: boolean
  /** The second module opens in a week. */
  drips: boolean
  /** The first lesson is not for this student. */
  isPrivate: boolean
  first: (typeof firsts)[number]
  isAdmin: boolean
  /** A day after the second module has opened. */
  isLater: boolean
}
const cases: Case[] = both.flatMap((inOrder) =>
  both.flatMap((mustPass) =>
    both.flatMap((drips) =>
      both.flatMap((isPrivate) =>
        firsts.flatMap((first) =>
          both.flatMap((isAdmin) =>
            both.map((isLater) => ({ inOrder, mustPass, drips, isPrivate, first, isAdmin, isLater })),
          ),
        ),
      ),
    ),
  ),
)

const module = (id: string, ...lessonIds: string[]) => ({
  id,
  title: id,
  fields: '' as JsonFields,
  alwaysAvailable: false,
  lessons: lessonIds.map((lessonId) => ({
    id: lessonId,
    link: lessonId,
    publishedOn: 0,
    isPrivate: false,
    fields: '' as JsonFields,
  })),
})

/** Two lessons, and two in a module of their own. */
function makeStudy({ inOrder, mustPass, drips, isPrivate, first, isAdmin }: Case): Study {
  const modules = [module('10', '1', '2'), module('20', '3', '4')]
  modules[0]!.lessons[0]!.isPrivate = isPrivate
  const rule = { no_dripping: !drips, dripping_what: 'modules', dripping_when: 'week' } as const
  const clock = { cohortId: '7', enrolledOn: now, cohortCreatedOn: now }
  return {
    ...{ course_id: '5', revision: '1', completed_on: null, certificate: null, lesson: null },
    exams: mustPass ? [['1', true, first === 'complete', null]] : null,
    completed: first === 'complete' ? ['1'] : [],
    taken_back: first === 'taken back' ? ['1'] : [],
    opened: first === 'opened once' ? ['1'] : [],
    begun: null,
    clocks: isAdmin ? [] : [clock],
    dates: [],
    isOwn: isAdmin,
    passes: isAdmin,
    outline: { ...rule, in_order: inOrder, has_comments: true, fields: '' as JsonFields, modules },
  }
}

/** The rule, written independently: what the student reads about each lesson. */
function predict({ inOrder, drips, isPrivate, first, isAdmin, isLater }: Case): string[] {
  const isShut = drips && !isLater && !isAdmin
  const restricted = isPrivate && !isAdmin
  const holds = inOrder && !isAdmin
  const done = first === 'complete' || first === 'taken back'
  const one = restricted ? 'degree_lesson_restricted' : 'open'
  const two = holds && !restricted && !done ? 'degree_lesson_held' : 'open'
  const later = isShut ? 'degree_lesson_locked' : holds ? 'degree_lesson_held' : 'open'
  return [one, two, later, later]
}

const codeOf = (study: Study, id: string, moment: Date) => {
  try {
    openLesson(lessonStates(study, moment), (lesson) => lesson.id === id)
    return 'open'
  } catch (error) {
    return (error as AppError).code
  }
}

it(`opens each lesson in ${cases.length} cases of order, passing, days, private lessons, what came before, role and day`, () => {
  const wrong = cases.flatMap((each) => {
    const moment = new Date(now.getTime() + (each.isLater ? 8 * dayMs : 0))
    const codes = ['1', '2', '3', '4'].map((id) => codeOf(makeStudy(each), id, moment))
    const expected = predict(each)
    return codes.join() === expected.join() ? [] : [`${JSON.stringify(each)}: ${codes.join()}, not ${expected.join()}`]
  })
  expect(wrong).toEqual([])
})

const plain: Case = {
  ...{ inOrder: true, mustPass: false, drips: false, isPrivate: false },
  ...{ first: 'untouched', isAdmin: false, isLater: false },
}
const holders = (study: Study) =>
  lessonStates(study, now)
    .flat()
    .map(({ after }) => after?.id ?? null)

it('names the last lesson before it, which is complete only once those before it are', () => {
  expect(holders(makeStudy(plain))).toEqual([null, '1', '2', '3'])
  expect(holders({ ...makeStudy(plain), completed: ['1', '2'] })).toEqual([null, null, null, '3'])
})

it('is held back by no lesson that waits for its own day', () => {
  const study = makeStudy({ ...plain, drips: true })
  study.outline.modules.push({ ...module('30', '5'), alwaysAvailable: true })
  expect(holders({ ...study, completed: ['1', '2'] })).toEqual([null, null, null, null, null])
})

it.each(['opened', 'begun'] as const)('leaves a lesson open that was %s once, and holds others back by it', (by) => {
  expect(holders({ ...makeStudy(plain), [by]: ['3'] })).toEqual([null, '1', null, '3'])
})

it('holds back what follows a new lesson, and leaves open what was opened', () => {
  const study = { ...makeStudy(plain), completed: ['1', '2'], opened: ['3'] }
  study.outline.modules[0]!.lessons.push(...module('', '9').lessons)
  expect(holders(study)).toEqual([null, null, null, null, '3'])
})
