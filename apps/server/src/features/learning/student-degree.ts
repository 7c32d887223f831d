import { StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import { AppError, notFound } from '../../core/app-error.ts'
import { writerOf } from '../../http/writer.ts'
import { moduleOpenings } from './dripping.ts'
import type { OutlineLesson } from './outlines.service.ts'
import { progressText } from './progress.service.ts'
import type { Study } from './study.ts'

/** One lesson for one student at one moment. */
interface LessonState {
  lesson: OutlineLesson
  isComplete: boolean
  /** When dripping opens it; null: it is open. */
  opens: Date | null
}

/** A course as its student sees it at that moment: its modules, in their order, with their lessons. */
export function lessonStates({ outline, ...study }: Study, now: Date): LessonState[][] {
  const finished = new Set(study.completed)
  const openings = moduleOpenings(
    {
      noDripping: study.waitsForNothing,
      what: outline.dripping_what,
      when: outline.dripping_when,
      enrolledOn: study.first_enrolled_on,
      cohortCreatedOn: study.first_cohort_created_on,
    },
    outline.modules,
  )
  return outline.modules.map(({ lessons }, position) => {
    const opening = openings[position] ?? null
    const opens = opening && opening > now ? opening : null
    return lessons.map((lesson) => {
      const isComplete = finished.has(lesson.id)
      return { lesson, isComplete, opens: isComplete ? null : opens }
    })
  })
}

/** What came after the course was completed; a lesson that was taken back is no news. */
const countNew = (completedOn: Date | null, lessons: LessonState[]) =>
  completedOn === null
    ? 0
    : lessons.filter(({ lesson, isComplete }) => !isComplete && lesson.publishedOn > completedOn.getTime()).length

/** One of its lessons, if it is there and open. */
export function openLesson(modules: LessonState[][], isIt: (lesson: OutlineLesson) => boolean): LessonState {
  const state = modules.flat().find(({ lesson }) => isIt(lesson))
  if (!state) throw notFound()
  if (state.opens) throw new AppError('degree_lesson_locked')
  return state
}

const writeState = writerOf(StudentContentSummary.pick({ isComplete: true, dripped: true, availableWhen: true }))
const writeEnd = writerOf(
  StudentDegree.pick({ progress: true, nextContentLink: true, certificate: true, newContents: true }),
)

/** What goes behind a text that was left open. */
const rest = (object: string) => `,${object.slice(1)}`
const completeText = rest(writeState({ isComplete: true, dripped: false, availableWhen: null }))
const openText = rest(writeState({ isComplete: false, dripped: false, availableWhen: null }))

/** The course as StudentDegree describes it. What is the same for all its students was written when the course was read. */
export function writeDegree({ outline, certificate, completed_on }: Study, modules: LessonState[][]): string {
  const lessons = modules.flat()
  const missing = lessons.filter(({ isComplete }) => !isComplete)
  const next = missing.find(({ opens }) => !opens) ?? missing[0] ?? lessons[0]
  const content = modules.map((states, position) => {
    const { text } = outline.modules[position]!
    return `${text},"content":[${states.map(writeLessonState).join()}]}`
  })
  const end = writeEnd({
    progress: progressText(lessons.filter(({ isComplete }) => isComplete).length, lessons.length),
    nextContentLink: next?.lesson.link ?? null,
    certificate,
    newContents: countNew(completed_on, lessons),
  })
  return `${outline.text},"modules":[${content.join()}]${rest(end)}`
}

function writeLessonState({ lesson, isComplete, opens }: LessonState): string {
  if (isComplete) return lesson.text + completeText
  if (!opens) return lesson.text + openText
  return lesson.text + rest(writeState({ isComplete, dripped: true, availableWhen: opens.toISOString() }))
}
