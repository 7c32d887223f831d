import { summarizeTitles } from '@escola/contract/text'
import { courseTitle } from '@escola/contract/titles'
import { formatNumber } from '../../ui/format.ts'

/** Describes in a few words the courses that a class opens. */
export function summarizeCourses(cohort: { all_degrees: boolean; is_public: boolean }, titles: string[]): string {
  if (cohort.all_degrees) return 'Todos os cursos'
  if (!cohort.is_public) return summarizeTitles(titles.map((title) => courseTitle({ title })))
  const listed = titles.length > 0 ? ` e mais ${summarizeTitles(titles.map((title) => courseTitle({ title })))}` : ''
  return `Todos os cursos públicos${listed}`
}

export const countStudents = (count: number) => (count === 1 ? '1 aluno' : `${formatNumber(count)} alunos`)
