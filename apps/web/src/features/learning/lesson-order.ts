import type { learning, StudentContent, StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import type { ResponseOf } from '@escola/contract/route'

/** Fields that a course and a lesson call have in common, so that one change reaches both. */
export interface DegreeAnswer {
  degree: StudentDegree
  content?: StudentContent | null
}

/** Lessons that the student may open; a restricted one is only shown. */
export const listOwnLessons = (module: StudentDegree['modules'][number]) =>
  module.content.filter((each) => !each.restricted)
export const lessonsOf = (degree: StudentDegree): StudentContentSummary[] => degree.modules.flatMap(listOwnLessons)

export function findNeighbours(degree: StudentDegree, classLink: string) {
  const lessons = lessonsOf(degree)
  const at = lessons.findIndex((lesson) => lesson.link === classLink)
  return { previous: at > 0 ? lessons[at - 1] : undefined, next: at < 0 ? undefined : lessons[at + 1] }
}

/** The lesson is completed by passing its assessment, which is still to be done. */
export const needsPassing = ({ assessment, isComplete }: Pick<StudentContentSummary, 'assessment' | 'isComplete'>) =>
  assessment === 'needed' && !isComplete

/** The lesson waits for its day or for another lesson. */
export const isShut = ({ dripped, after, isComplete }: StudentContentSummary) =>
  !isComplete && (dripped || after !== undefined)

/** Title of the lesson that holds this one back; undefined: none does, or its day comes first. */
export const findHolder = (degree: StudentDegree, { after, dripped, isComplete }: StudentContentSummary) =>
  after === undefined || dripped || isComplete
    ? undefined
    : degree.modules.flatMap(({ content }) => content).find(({ link }) => link === after)?.title

const progressOf = (lessons: StudentContentSummary[]) =>
  lessons.length === 0 ? '0.00' : ((lessons.filter((each) => each.isComplete).length / lessons.length) * 100).toFixed(2)

/** The answer with each lesson as complete as is said of it, and everything that follows from that. */
function withCompletion<T extends DegreeAnswer>(answer: T, isComplete: (lesson: Lesson) => boolean): T {
  const modules = answer.degree.modules.map((module) => ({
    ...module,
    content: module.content.map((each) => ({ ...each, isComplete: isComplete(each) })),
  }))
  const degree = { ...answer.degree, modules }
  const lessons = lessonsOf(degree)
  const missing = lessons.filter((each) => !each.isComplete)
  const next = missing.find((each) => !isShut(each)) ?? missing[0] ?? lessons[0]
  return {
    ...answer,
    degree: { ...degree, progress: progressOf(lessons), nextContentLink: next?.link ?? null },
    ...(answer.content ? { content: { ...answer.content, isComplete: isComplete(answer.content) } } : {}),
  }
}
interface Lesson {
  id: string
  isComplete: boolean
}

/** Applies the user's newer marks to the server's answer. */
export function withMarks<T extends DegreeAnswer>(
  answer: T,
  marks: { degreeId: string; contentId: string; isComplete: boolean }[],
): T {
  const own = marks.filter((mark) => mark.degreeId === answer.degree.id)
  if (own.length === 0) return answer
  const wanted = new Map(own.map((mark) => [mark.contentId, mark.isComplete]))
  return withCompletion(answer, ({ id, isComplete }) => wanted.get(id) ?? isComplete)
}

/** Answer to a mark: it covers every lesson, so those in other answers too. */
export type Confirmation = ResponseOf<typeof learning.complete>

export function withConfirmation<T extends DegreeAnswer>(answer: T, { userDegree, certificate }: Confirmation): T {
  const marked = withCompletion(answer, ({ id }) => userDegree.metadata.content[id]?.isComplete ?? false)
  return { ...marked, degree: { ...marked.degree, progress: userDegree.progress, certificate } }
}

export const isDone = (degree: Pick<StudentDegree, 'progress'>) => degree.progress === '100.00'
