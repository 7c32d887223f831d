import { showsScore } from '@escola/contract/exam-publication'
import type { ExamMark } from '@escola/contract/exam-results'
import { formatOutOf } from '@escola/contract/exam-texts'
import { type AssessmentState, StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import { AppError, notFound } from '../../core/app-error.ts'
import { fieldsWriterOf, joinFields, joinList, nameField } from '../../http/json-parts.ts'
import { lockedUntil, moduleOpenings } from './dripping.service.ts'
import type { OutlineLesson } from './outlines.service.ts'
import { progressText } from './progress.service.ts'
import type { Study } from './study.ts'

/** One lesson for one student at one moment. */
export interface LessonState {
  lesson: OutlineLesson
  isComplete: boolean
  /** Moment when dripping opens the lesson; null: it is open. */
  opens: Date | null
  /** True for a private lesson of a student who has no class besides the public one: the lesson is listed, can't be opened and does not count. */
  isRestricted: boolean
  /** Lesson that must be completed before this one opens, in a course whose lessons are in order; null: none holds it back. */
  after: OutlineLesson | null
  /** State of its published assessment for the student; undefined: it has none. */
  assessment: AssessmentState | undefined
  /** Mark at it, where the student may see it now. */
  mark: ExamMark | undefined
  /** An open answer of an attempt at it waits to be corrected. */
  isWaiting: boolean
  /** The lesson is completed by passing its assessment, which the student has not done yet: nothing else completes it. */
  needsPassing: boolean
}

/** Moments when the modules open to the student. */
export function openingsOf({ outline, clocks, dates }: Pick<Study, 'outline' | 'clocks' | 'dates'>) {
  const { no_dripping: noDripping, dripping_what: what, dripping_when: when, modules } = outline
  return moduleOpenings({ noDripping, what, when }, { clocks, dates }, modules)
}

/** A course as its student sees it at that moment: its modules, in their order, with their lessons. */
export function lessonStates(study: Study, now: Date): LessonState[][] {
  const finished = new Set(study.completed)
  const takenBack = new Set(study.taken_back)
  const openings = openingsOf(study)
  const exams = new Map(study.exams?.map(([lessonId, ...exam]) => [lessonId, exam]))
  const modules: LessonState[][] = study.outline.modules.map(({ lessons }, position) => {
    const opens = lockedUntil(openings[position] ?? null, now)
    return lessons.map((lesson) => {
      const isRestricted = lesson.isPrivate && !study.isOwn
      const isComplete = !isRestricted && finished.has(lesson.id)
      const isOpen = isComplete || isRestricted || takenBack.has(lesson.id)
      const exam = isRestricted ? undefined : exams.get(lesson.id)
      const assessment = assessmentOf(study, exam)
      const mark = exam && shownMarkOf(exam, now)
      const isWaiting = exam?.[3] === true
      const needsPassing = assessment === 'needed'
      return {
        lesson,
        isComplete,
        opens: isOpen ? null : opens,
        isRestricted,
        after: null,
        assessment,
        mark,
        isWaiting,
        needsPassing,
      }
    })
  })
  return study.outline.in_order && !study.passes ? holdBack(modules, study) : modules
}

/** Lessons that a student has opened once and not completed. */
export const openedOnce = ({ opened, begun, taken_back }: Pick<Study, 'opened' | 'begun' | 'taken_back'>) =>
  new Set([...(opened ?? []), ...(begun ?? []), ...(taken_back ?? [])])

/**
 * 'Aulas em ordem': each lesson waits for the last one before it that the student has, may open by its day and has never completed. A lesson that was
 * opened once waits for none.
 */
function holdBack(modules: LessonState[][], study: Study): LessonState[][] {
  const opened = openedOnce(study)
  const takenBack = new Set(study.taken_back)
  let after: OutlineLesson | null = null
  return modules.map((states) =>
    states.map((state) => {
      const { lesson, isComplete, isRestricted, opens } = state
      if (isComplete || isRestricted) return state
      const waiting = opened.has(lesson.id) ? state : { ...state, after }
      if (!opens && !takenBack.has(lesson.id)) after = lesson
      return waiting
    }),
  )
}

type Exam = NonNullable<Study['exams']>[number] extends [string, ...infer Rest] ? Rest : never

/** The mark, where the score of one of its attempts may be shown, as on the page of the lesson. */
function shownMarkOf([, hasPassed, mark]: Exam, now: Date): ExamMark | undefined {
  return mark?.settings?.some((settings) => showsScore(settings, { hasPassed, now })) ? mark : undefined
}

function assessmentOf({ passes }: Study, exam: Exam | undefined) {
  if (!exam) return undefined
  const [mustPass, hasPassed] = exam
  if (hasPassed) return 'passed'
  return mustPass && !passes ? 'needed' : 'open'
}

/** The lessons that the student has: these count, and no others. */
export const ownLessons = (modules: LessonState[][]) => modules.flat().filter(({ isRestricted }) => !isRestricted)

/** Number of lessons that came after the course was completed; a lesson that was taken back is no news. */
const countNew = (completedOn: Date | null, lessons: LessonState[]) =>
  completedOn === null
    ? 0
    : lessons.filter(({ lesson, isComplete }) => !isComplete && lesson.publishedOn > completedOn.getTime()).length

const mayOpen = ({ isRestricted, opens, after }: LessonState) => !isRestricted && !opens && !after

/** Ids of the modules of which the student may open a lesson. */
export const listOpenModules = (study: Study, now: Date): Set<string> =>
  new Set(
    lessonStates(study, now).flatMap((states, position) =>
      states.some(mayOpen) ? [study.outline.modules[position]!.id] : [],
    ),
  )

/** Ids of the lessons that the student may open. */
export const listOpenLessons = (study: Study, now: Date): Set<string> =>
  new Set(
    lessonStates(study, now)
      .flat()
      .filter(mayOpen)
      .map(({ lesson }) => lesson.id),
  )

/** One of its lessons, if it is there and open. */
export function openLesson(modules: LessonState[][], isIt: (lesson: OutlineLesson) => boolean): LessonState {
  const state = modules.flat().find(({ lesson }) => isIt(lesson))
  if (!state) throw notFound()
  if (state.isRestricted) throw new AppError('degree_lesson_restricted')
  if (state.opens) throw new AppError('degree_lesson_locked')
  if (state.after) throw new AppError('degree_lesson_held')
  return state
}

const writeState = fieldsWriterOf(
  StudentContentSummary.pick({ isComplete: true, dripped: true, availableWhen: true, restricted: true, after: true }),
)
const writeEnd = fieldsWriterOf(
  StudentDegree.pick({ progress: true, nextContentLink: true, certificate: true, newContents: true }),
)

const openState = { isComplete: false, dripped: false, availableWhen: null }
const completeFields = writeState({ ...openState, isComplete: true })
const openFields = writeState(openState)
const assessmentFields = {
  open: nameField('assessment', '"open"'),
  needed: nameField('assessment', '"needed"'),
  passed: nameField('assessment', '"passed"'),
} satisfies Record<AssessmentState, unknown>
const waitingField = nameField('is_waiting', 'true')
const restrictedFields = writeState({ ...openState, restricted: true })

/**
 * Writes the course as StudentDegree describes it, with a link to the certificate's PDF. Fields that are the same for all its students were written
 * when the course was read.
 */
export function writeDegree({ outline, certificate, completed_on }: Study, modules: LessonState[][], pdf = ''): string {
  const lessons = ownLessons(modules)
  const missing = lessons.filter(({ isComplete }) => !isComplete)
  const next = missing.find(({ opens, after }) => !opens && !after) ?? missing[0] ?? lessons[0]
  const content = modules.map((states, position) => {
    const { fields } = outline.modules[position]!
    return joinFields(fields, nameField('content', joinList(states.map(writeLessonState))))
  })
  const end = writeEnd({
    progress: progressText(lessons.filter(({ isComplete }) => isComplete).length, lessons.length),
    nextContentLink: next?.lesson.link ?? null,
    certificate: certificate && { ...certificate, pdf },
    newContents: countNew(completed_on, lessons),
  })
  return joinFields(outline.fields, nameField('modules', joinList(content)), end)
}

function writeLessonState({
  lesson,
  isComplete,
  opens,
  isRestricted,
  after,
  assessment,
  mark,
  isWaiting,
}: LessonState): string {
  const parts = assessment ? [lesson.fields, assessmentFields[assessment]] : [lesson.fields]
  if (mark) parts.push(nameField('mark', JSON.stringify(formatOutOf(mark))))
  if (isWaiting) parts.push(waitingField)
  if (isRestricted) return joinFields(...parts, restrictedFields)
  if (isComplete) return joinFields(...parts, completeFields)
  if (!opens && !after) return joinFields(...parts, openFields)
  const dripping = opens ? { dripped: true, availableWhen: opens.toISOString() } : {}
  return joinFields(...parts, writeState({ ...openState, ...dripping, ...(after && { after: after.link }) }))
}
