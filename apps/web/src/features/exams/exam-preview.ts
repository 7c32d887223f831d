import type { Exam } from '@escola/contract/exams.contract'
import type { StudentDegree } from '@escola/contract/learning.contract'

/** A course as students would see it, with the planned assessment of the lesson that is shown. */
export function withAssessment(degree: StudentDegree, exam: Exam | null | undefined): StudentDegree {
  if (!exam) return degree
  const { kind, must_pass } = exam.plan.settings
  const assessment = kind === 'exam' && must_pass ? 'needed' : 'open'
  const modules = degree.modules.map((module) => ({
    ...module,
    content: module.content.map((lesson) => (lesson.id === exam.lesson_id ? { ...lesson, assessment } : lesson)),
  })) satisfies StudentDegree['modules']
  return { ...degree, modules }
}
