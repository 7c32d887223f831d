/** What a course and a lesson are called that have no title yet. */
export const newCourseTitle = 'Novo curso'
export const newLessonTitle = 'Nova aula'

export const courseTitle = (course: { title: string }) => course.title.trim() || newCourseTitle
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle
