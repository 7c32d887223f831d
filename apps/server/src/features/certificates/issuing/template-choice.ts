import { rankTemplates, type TemplateCoverage } from '@escola/contract/certificate-choice'
import type { SchoolDb } from '@escola/db'
import { type IssuingTemplate, listCourseIds } from '../templates/templates.queries.ts'
import type { Issuing } from './finished.queries.ts'

/** Finds which saved template issues the certificates of a single course. */
export const chooseTemplate = (saved: IssuingTemplate[], courseId: string): IssuingTemplate | undefined =>
  rankTemplates(saved.filter(({ kind }) => kind === 'course'))(courseId)[0]

/** Those of the saved templates that sum the course with others. */
export const sumsOf = (saved: IssuingTemplate[], courseId: string): IssuingTemplate[] =>
  saved.filter(({ kind, degrees }) => kind === 'sum' && degrees.includes(courseId))

/** Values that say for which students a template issues; a sum names each of its courses, also where it is of all. */
export type IssuingRule = TemplateCoverage & Pick<IssuingTemplate, 'kind' | 'sum_minutes' | 'min_days' | 'min_mark'>

/** Says what a template issues, by its own values, saved or not, and by those of the other saved ones. */
export async function issuingOf(db: SchoolDb, rule: IssuingRule, saved: IssuingTemplate[]): Promise<Issuing> {
  const { id, kind, sum_minutes, min_days, min_mark } = rule
  const courseIds = await listIssuedCourses(db, rule, saved)
  return { templateId: id, kind, courseIds, sumMinutes: sum_minutes, minDays: min_days, minMark: min_mark }
}

/** Lists the courses that a sum adds up, or for which a template of single courses is preferred. */
export async function listIssuedCourses(db: SchoolDb, rule: IssuingRule, saved: IssuingTemplate[]): Promise<string[]> {
  if (rule.kind === 'sum') return rule.degrees
  const ids = rule.all_degrees ? await listCourseIds(db) : rule.degrees
  const others = saved.filter(({ id, kind }) => kind === 'course' && id !== rule.id)
  const rank = rankTemplates<TemplateCoverage>([...others, rule])
  return ids.filter((id) => rank(id)[0]!.id === rule.id)
}
