/** What the server calls a course and a lesson that have no title yet. */
export const untitledCourse = 'Novo curso'
export const newLessonTitle = 'Nova aula'

export const courseTitle = (course: { title: string }) => course.title.trim() || untitledCourse
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle
