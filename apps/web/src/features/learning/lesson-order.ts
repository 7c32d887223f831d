import type { StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import type { DegreeAnswer } from './learning.queries.ts'

export const lessonsOf = (degree: StudentDegree): StudentContentSummary[] =>
  degree.modules.flatMap((module) => module.content)

export function neighbours(degree: StudentDegree, classLink: string) {
  const lessons = lessonsOf(degree)
  const at = lessons.findIndex((lesson) => lesson.link === classLink)
  return { previous: at > 0 ? lessons[at - 1] : undefined, next: at < 0 ? undefined : lessons[at + 1] }
}

const progressOf = (lessons: StudentContentSummary[]) =>
  lessons.length === 0 ? '0.00' : ((lessons.filter((each) => each.isComplete).length / lessons.length) * 100).toFixed(2)

/** The answer as it will be once a lesson is complete, or not any more. */
export function withCompletion<T extends DegreeAnswer>(answer: T, contentId: string, isComplete: boolean): T {
  const modules = answer.degree.modules.map((module) => ({
    ...module,
    content: module.content.map((each) => (each.id === contentId ? { ...each, isComplete } : each)),
  }))
  const degree = { ...answer.degree, modules }
  const lessons = lessonsOf(degree)
  const next = lessons.find((each) => !each.isComplete) ?? lessons[0]
  return {
    ...answer,
    degree: { ...degree, progress: progressOf(lessons), nextContentLink: next?.link ?? null },
    ...(answer.content?.id === contentId ? { content: { ...answer.content, isComplete } } : {}),
  }
}

export const isDone = (degree: StudentDegree) => degree.progress === '100.00'
