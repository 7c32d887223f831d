import type { Degree } from '@escola/contract/courses.contract'
import type { StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import type { Lesson } from '@escola/contract/lessons.contract'
import { courseTitle, lessonTitle } from '@escola/contract/titles'

/** A course as students would see it if it were published now: without what is invisible, and with nothing done yet. */
export function toStudentDegree(degree: Degree): StudentDegree {
  const modules = degree.modules
    .map(({ id, title, content }) => ({
      id,
      title,
      content: content
        .filter((lesson) => lesson.is_visible)
        .map((lesson) => ({
          id: lesson.id,
          link: lesson.link,
          title: lessonTitle(lesson),
          has_media: false,
          main_media_duration: lesson.main_media_duration,
          isComplete: false,
          dripped: false,
          availableWhen: null,
        })),
    }))
    .filter(({ content }) => content.length > 0)
  return {
    ...degree,
    title: courseTitle(degree),
    modules,
    progress: '0.00',
    nextContentLink: modules[0]?.content[0]?.link ?? null,
    certificate: null,
    newContents: 0,
  }
}

export const toStudentContent = (lesson: Lesson): StudentContent => ({
  ...lesson,
  title: lessonTitle(lesson),
  isComplete: false,
  position: 0,
})
