/** What a course, a lesson and a class are called that have no title yet. */
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'
export const newCohortTitle = 'Nova turma'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle
