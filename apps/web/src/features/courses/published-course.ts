import type { CourseCohorts, Degree } from '@escola/contract/courses.contract'
import type { LinkProps } from '@tanstack/react-router'
import { formatNumber } from '../../ui/format.ts'

export const countStudents = (count: number) =>
  count === 1 ? '1 aluno' : count === 0 ? 'nenhum aluno ainda' : `${formatNumber(count)} alunos`

interface Step extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  label: string
}

/** Finds what brings students to a course that just came out: the first by hand, others by a sales platform. */
export function nextStepOf(
  { link }: Pick<Degree, 'link'>,
  { gatewayList, sells }: Pick<CourseCohorts, 'gatewayList' | 'sells'>,
): Step {
  const own = gatewayList.filter(({ is_public, has_degree }) => has_degree && !is_public)
  const [newest] = own
  const cohortPage = newest && ({ to: '/turma/$cohortId', params: { cohortId: newest.id } } as const)
  if (cohortPage && own.every(({ totalStudents }) => totalStudents === 0))
    return { label: 'Adicionar o primeiro aluno', ...cohortPage }
  if (cohortPage && !sells) return { label: 'Vender em uma plataforma', ...cohortPage }
  return { label: 'Ver como aluno', to: '/c/$link', params: { link }, search: { student: 1 } }
}
