import { lessons } from '@escola/contract/lessons.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { Written, writerOf } from '../../http/writer.ts'
import { uploadLessonFile } from './lesson-files.service.ts'
import { getLesson, saveLesson } from './lessons.service.ts'

/** The answer has the whole course, of hundreds of lessons, after every pause of the author's typing. */
const write = writerOf(lessons.save.response)
const written = (answer: Parameters<typeof write>[0]) => new Written<typeof answer>(write(answer))

export const lessonRoutes = (mount: Mount, tools: Tools) => {
  mount(lessons.get, async (school, { params }) =>
    written(await getLesson(school, params.courseLink, params.lessonLink)),
  )
  mount(lessons.save, async (school, { params, body }) =>
    written(await saveLesson(school, { lessonLink: params.lessonLink, ...body }, tools)),
  )
  mount(lessons.uploadFile, (school, { file }) => uploadLessonFile(school, file, tools))
}
