import { lessons } from '@escola/contract/lessons.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { uploadLessonFile } from './lesson-files.service.ts'
import { getLesson, saveLesson } from './lessons.service.ts'

export const lessonRoutes = (mount: Mount, tools: Tools) => {
  mount(lessons.get, (school, { params }) => getLesson(school, params.courseLink, params.lessonLink))
  mount(lessons.save, (school, { params, body }) =>
    saveLesson(school, { lessonLink: params.lessonLink, ...body }, tools),
  )
  mount(lessons.uploadFile, (school, { file }) => uploadLessonFile(school, file, tools))
}
