import type { Cohort } from '@escola/contract/cohorts.contract'
import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import { summarizeTitles } from '@escola/contract/text'
import { formatAgo } from '@escola/contract/time'
import { courseTitle } from '@escola/contract/titles'
import { formatNumber } from '../../ui/format.ts'

/** Describes in a few words the courses that a class opens. */
export function summarizeCourses(cohort: { all_degrees: boolean; is_public: boolean }, titles: string[]): string {
  const listed = summarizeTitles(titles.map((title) => courseTitle({ title })))
  if (cohort.is_public) return `Todos os cursos públicos${titles.length > 0 ? ` e mais ${listed}` : ''}`
  return cohort.all_degrees ? 'Todos os cursos' : listed
}

export const countStudents = (count: number) => (count === 1 ? '1 aluno' : `${formatNumber(count)} alunos`)

/** Says in one line how many students a class has, what it opens and where it is sold. */
export function summarizeCohort(cohort: Cohort, courses: { id: string }[]): string {
  const chosen = courses.filter(({ id }) => cohort.degrees.includes(id)).length
  const lastSale = cohort.integrations
    .flatMap(({ utc_sold_on }) => utc_sold_on ?? [])
    .sort()
    .at(-1)
  const platforms = new Set(cohort.integrations.map(({ gateway }) => labels.providers[gateway]))
  return [
    countStudents(cohort.totalStudents),
    cohort.all_degrees || cohort.is_public ? summarizeCourses(cohort, []) : countOf(chosen, 'curso', 'cursos'),
    platforms.size > 0 &&
      `à venda em ${[...platforms].join(', ')}${lastSale ? `, última venda ${formatAgo(lastSale)}` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
