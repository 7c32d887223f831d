/** What is called so that has no title yet. */
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'
export const newCohortTitle = 'Nova turma'
export const newCategoryTitle = 'Nova categoria'
export const moduleTitle = (number: number) => `Módulo ${number}`
/** Where courses are that stand in no category. */
export const looseCategoryTitle = 'Cursos sem categoria'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle

/** What pages are called, in their headings and by what leads to them. */
export const pageTitles = {
  account: 'Minha conta',
  administrators: 'Usuários do sistema',
  certificates: 'Meus certificados',
  cohorts: 'Minhas turmas',
  courses: 'Meus cursos',
  schools: 'Minhas escolas',
  students: 'Meus alunos',
} as const
