/** What is called so that has no title yet. */
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'
export const newCohortTitle = 'Nova turma'
export const newCategoryTitle = 'Nova categoria'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle
