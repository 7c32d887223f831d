/** What is called so that has no title yet. */
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'
export const newCohortTitle = 'Nova turma'
/** Of the class that each school is born with; it opens the courses that are not private. */
export const newPublicCohortTitle = 'Turma pública'
export const newCategoryTitle = 'Nova categoria'
export const moduleTitle = (number: number) => `Módulo ${number}`
/** Where courses are that stand in no category. */
export const looseCategoryTitle = 'Cursos sem categoria'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle

/** What pages are called, in their headings and by what leads to them. */
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
/** The same of pages that few open. */
export const accessLogTitle = 'Acessos da plataforma'
export const accessApiTitle = 'Interface de acesso'
export const ownDomainTitle = 'Domínio próprio'
export const salesTitle = 'Vendas'
