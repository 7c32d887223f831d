/** What is called so as long as it has no title of its own. */
export const newCategoryTitle = 'Nova categoria'
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'
export const newCohortTitle = 'Nova turma'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle
