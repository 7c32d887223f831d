import { coursePages } from '@escola/contract/course-pages.contract'
import { courses } from '@escola/contract/courses.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { slugify } from '@escola/contract/text'
import type { School } from '@escola/server/core/scope'
import type { DemoCourse, DemoLesson } from './demo-types.ts'
import { drawCover } from './draw-cover.ts'
import { drawHandout } from './draw-handout.ts'
import type { Call } from './seed-client.ts'

export interface MadeCourse {
  id: string
  link: string
  demo: DemoCourse
  /** Lessons in their order; those of a course that opens by and by with the number of their module. */
  lessons: { id: string; link: string; title: string; module: number }[]
}

type Made = MadeCourse & { moduleIds: string[] }

/** Makes an empty course with its modules, one after the other, so that they stand in the order of the demonstration. */
export async function seedCourse(owner: Call, schoolId: string, categoryId: string, demo: DemoCourse): Promise<Made> {
  const { degree } = await owner(courses.save, {
    params: { schoolId, link: '0' },
    body: {
      categoryId,
      title: demo.title,
      description_title: demo.tagline,
      description: demo.description,
      workload_hours: demo.workloadMinutes,
      ...demo.settings,
      modules: demo.modules.map(({ title }, index) => ({ id: `new-${index}`, title, alwaysAvailable: index === 0 })),
      moduleOrder: demo.modules.map((_, index) => `new-${index}`),
    },
  })
  return { id: degree.id, link: degree.link, demo, lessons: [], moduleIds: degree.modules.map(({ id }) => id) }
}

/** Fills in a course's lessons and its cover, and publishes it where it should be. */
export async function fillCourse(owner: Call, school: School, course: Made) {
  const { id, link, demo } = course
  const params = { schoolId: school.id, link }
  const cover = drawCover(demo).then((bytes) =>
    owner(courses.uploadCover, { params, fields: { id }, file: { bytes, filename: 'capa.png' } }),
  )
  const all = demo.modules.flatMap(({ lessons: list }, module) => list.map((lesson) => ({ ...lesson, module })))
  const plain = await insertLessons(school, course, all)
  for (const [at, lesson] of all.entries()) {
    const made = plain.get(at) ?? (await saveLesson(owner, params, course, lesson))
    course.lessons.push({ id: made.id, link: made.link, title: lesson.title, module: lesson.module })
  }
  await cover
  const { degree } = await owner(courses.get, { params })
  const contentOrderByModule = Object.fromEntries(
    course.moduleIds.map((moduleId, at) => [
      moduleId,
      course.lessons.filter(({ module }) => module === at).map((lesson) => lesson.id),
    ]),
  )
  await owner(courses.save, { params, body: { id, version: degree.version, contentOrderByModule } })
  if (demo.isUnpublished) return
  const published = await owner(courses.publish, { params, body: { id } })
  if (demo.teacher) await owner(coursePages.save, { params, body: { is_open: true, teacher: demo.teacher } })
  if (demo.draft) await owner(courses.save, { params, body: { id, version: published.degree.version, ...demo.draft } })
}

type Lesson = DemoLesson & { module: number }

/** Inserts the lessons without files all at once, by their place in the course, because there are hundreds. */
async function insertLessons(school: School, { id: course_id }: Made, all: Lesson[]) {
  const taken = new Map<string, number>()
  const rows = all.map(({ title, media = '', minutes = 0, text = '', links = [] }) => {
    const link = slugify(title)
    const number = (taken.get(link) ?? 0) + 1
    taken.set(link, number)
    return {
      course_id,
      title,
      link: number === 1 ? link : `${link}-${number}`,
      description: text,
      main_media_url: media,
      main_media_duration: minutes * 60,
      external_links: JSON.stringify(linksOf(links)),
    }
  })
  const plain = rows.filter((_, at) => !all[at]!.pdfs)
  const made = await school.tx((db) => db.insertInto('lessons').values(plain).returning(['id', 'link']).execute())
  const ofLink = new Map(made.map((row) => [row.link, row]))
  return new Map(rows.flatMap(({ link }, at) => (ofLink.has(link) ? [[at, ofLink.get(link)!]] : [])))
}

const linksOf = (links: { title: string; link: string }[]) => links.map((each, at) => ({ id: String(at + 1), ...each }))

async function saveLesson(
  owner: Call,
  params: { schoolId: string; link: string },
  course: Made,
  { title, module, media = '', minutes = 0, text = '', links = [], pdfs = [] }: Lesson,
) {
  const files: { id: string; title: string }[] = []
  for (const pdf of pdfs) {
    const file = { bytes: await drawHandout(pdf), filename: `${pdf}.pdf` }
    files.push((await owner(lessons.uploadFile, { params, fields: {}, file })).file)
  }
  const { content } = await owner(lessons.save, {
    params: { schoolId: params.schoolId, courseLink: params.link, lessonLink: '0' },
    body: {
      degree_id: course.id,
      module_id: course.moduleIds[module]!,
      title,
      description: text,
      main_media_url: media,
      main_media_duration: minutes * 60,
      files: files.map((file) => ({ id: file.id, title: file.title })),
      external_links: linksOf(links),
    },
  })
  return content
}
