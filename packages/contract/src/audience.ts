import type { CourseCohorts } from './courses.contract.ts'
import { countOf } from './messages.ts'

/** Joins words as 'A, B e C'. */
export const joinWords = (words: string[]) => new Intl.ListFormat('pt-BR').format(words)

export const audienceTexts = {
  openToAll: 'Qualquer pessoa que se cadastrar estuda este curso de graça',
  soldToo: 'Ele também é vendido',
  makePrivate: 'Tornar privado',
  sellPrivate: 'Tornar privado e integrar',
  sellOpen: 'Manter aberto e vender',
  publishPrivate: 'Tornar privado e publicar',
  publishOpen: 'Publicar para todos',
  isPrivate: 'Agora só quem está em uma turma com este curso estuda nele.',
}

/** Tells whether users who sign up by themselves open a course that is sold. */
export const isGivenAway = ({ gatewayList }: Pick<CourseCohorts, 'gatewayList'>) =>
  isOpenToAll(gatewayList) && gatewayList.some(({ has_degree, is_sold }) => has_degree && is_sold)

const isOpenToAll = (gatewayList: CourseCohorts['gatewayList']) =>
  gatewayList.some(({ is_public, has_degree }) => is_public && has_degree)

/** Says in a sentence who can open a course. */
export function describeAudience({ gatewayList, students }: CourseCohorts): string {
  const opening = gatewayList.filter(({ has_degree }) => has_degree)
  if (opening.length === 0) return 'Este curso não está em nenhuma turma: nenhum aluno o abre.'
  const count = students === 0 ? 'nenhum aluno ainda' : countOf(students, 'aluno', 'alunos')
  if (isOpenToAll(gatewayList)) return `${audienceTexts.openToAll} (hoje, ${count}).`
  const titles = opening.map(({ title }) => `“${title}”`)
  const named = titles.length > 3 ? `${titles.length} turmas` : joinWords(titles)
  return `Só alunos de ${named} abrem este curso (hoje, ${count}).`
}

/** Says of courses that a class is about to sell who else can open them; who may not see a course's classes is told that all who sign up do. */
export function describeOpenCourses(named: { title: string; audience?: CourseCohorts }[], others: number): string {
  const sentences = named.map(
    ({ title, audience }) => `“${title}”: ${audience ? describeAudience(audience) : `${audienceTexts.openToAll}.`}`,
  )
  if (others > 0) sentences.push(`O mesmo vale para mais ${countOf(others, 'curso', 'cursos')} desta turma.`)
  return sentences.join(' ')
}
