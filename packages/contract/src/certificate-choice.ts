import { templateMessages } from './certificate-template-texts.ts'

/** Id of a model that is not made yet; it counts as the newest. */
export const newTemplateId = '0'

/** A sum of fewer courses is the certificate of one course under another title. */
export const sumCoursesMin = 2

export const certificateKinds = ['course', 'sum'] as const

/** Explains why a model can't be for these courses; undefined when it can. */
export function problemOfCourses({
  kind,
  all_degrees,
  degrees,
}: {
  kind: (typeof certificateKinds)[number]
  all_degrees: boolean
  degrees: readonly unknown[]
}): string | undefined {
  if (all_degrees) return undefined
  if (kind === 'sum') return degrees.length < sumCoursesMin ? templateMessages.sumCourses : undefined
  return degrees.length === 0 ? templateMessages.courses : undefined
}

/** Courses that a model was saved for; they count also once they are deleted. */
export interface TemplateCoverage {
  id: string
  all_degrees: boolean
  degrees: string[]
}

const isNewTemplate = ({ id }: TemplateCoverage) => id === newTemplateId
const compareAge = (a: TemplateCoverage, b: TemplateCoverage) => {
  if (isNewTemplate(a) || isNewTemplate(b)) return Number(isNewTemplate(b)) - Number(isNewTemplate(a))
  return BigInt(a.id) < BigInt(b.id) ? 1 : -1
}
const countNamed = ({ all_degrees, degrees }: TemplateCoverage) => (all_degrees ? 0 : new Set(degrees).size)

/** Whether the age alone decides between two models. */
export const isAsSpecific = (a: TemplateCoverage, b: TemplateCoverage) =>
  a.all_degrees === b.all_degrees && countNamed(a) === countNamed(b)

/**
 * Ranks models for single courses: one that names a course precedes one for all courses, one that names fewer precedes one that names more, and the
 * newest before the others.
 * @returns a function that lists the models that are for a course; the first of them issues its certificates
 */
export function rankTemplates<T extends TemplateCoverage>(templates: T[]): (courseId: string) => T[] {
  const ranked = templates
    .toSorted(
      (a, b) => Number(a.all_degrees) - Number(b.all_degrees) || countNamed(a) - countNamed(b) || compareAge(a, b),
    )
    .map((template) => ({ template, named: new Set(template.degrees) }))
  return (courseId) =>
    ranked.filter(({ template, named }) => template.all_degrees || named.has(courseId)).map(({ template }) => template)
}
