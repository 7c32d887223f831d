export const untitledCourse = 'Curso sem título'
export const newLessonTitle = 'Nova aula'

export const courseTitle = (course: { title: string }) => course.title.trim() || untitledCourse
export const lessonTitle = (lesson: { title: string }) => lesson.title.trim() || newLessonTitle
