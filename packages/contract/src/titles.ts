import { limits } from './limits.ts'

/** A course with this title counts as one without a title. */
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'
export const newCohortTitle = 'Nova turma'
/** Title of the class that each school begins with; it opens the courses that are not private. */
export const newPublicCohortTitle = 'Turma pública'
export const newCategoryTitle = 'Nova categoria'
export const moduleTitle = (number: number) => `Módulo ${number}`
export const newPlanTitle = 'Novo plano'
/** Title over the courses that are in no category. */
export const looseCategoryTitle = 'Cursos sem categoria'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle

const copyMark = ' (cópia)'

/**
 * Title of a copy that stands beside its original.
 * @param max most characters of such a title
 */
export const titleOfCopy = (title: string, max: number = limits.titleMax) =>
  `${title.slice(0, max - copyMark.length).trimEnd()}${copyMark}`

/** Titles of pages, in their headings and in links to them. */
export const pageTitles = {
  account: 'Minha conta',
  bookmarks: 'Meus favoritos',
  administrators: 'Usuários do sistema',
  certificates: 'Meus certificados',
  cohorts: 'Minhas turmas',
  community: 'Comunidade',
  courses: 'Meus cursos',
  design: 'Design da escola',
  schools: 'Minhas escolas',
  settings: 'Edições da escola',
  students: 'Meus alunos',
} as const
/** Titles of rare pages stand apart, so that the others don't carry them. */
export const undeliveredMailsTitle = 'E-mails não entregues'
export const accessLogTitle = 'Acessos da plataforma'
export const accessApiTitle = 'Interface de acesso'
export const ownDomainTitle = 'Domínio próprio'
export const ownDataTitle = 'Meus dados'
export const examQuestionsTitle = 'Questões'
export const correctionsTitle = 'Correções'
export const salesTitle = 'Vendas recebidas'
export const bankAndPlansTitle = 'Saldo e planos'
export const salesAccountsTitle = 'Contas das plataformas'
/** Title of the answer on a student's page that says which reasons give or take their access. */
export const accessTitle = 'Por que tem acesso?'
export const salesReportTitle = 'Conferir relatório'
export const affiliatePlansTitle = 'Planos para filiais'
export const franchisesTitle = 'Franquias'
