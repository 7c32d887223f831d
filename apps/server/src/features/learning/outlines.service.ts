import { StudentContentSummary, StudentDegree, StudentModule } from '@escola/contract/learning.contract'
import { formatWorkload } from '@escola/contract/workload'
import { LRUCache } from 'lru-cache'
import type { School } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import { copyFields, fieldsWriterOf, type JsonFields } from '../../http/json-parts.ts'
import { findOutline, type OutlineRow } from './outlines.queries.ts'

/** Published course as all its students see it. Fields that are the same for all of them are JSON text already. */
export interface Outline
  extends Pick<OutlineRow, 'has_comments' | 'no_dripping' | 'dripping_what' | 'dripping_when' | 'in_order'> {
  fields: JsonFields
  modules: OutlineModule[]
}
interface OutlineModule {
  id: string
  title: string
  fields: JsonFields
  alwaysAvailable: boolean
  lessons: OutlineLesson[]
}
export interface OutlineLesson {
  id: string
  link: string
  /** Milliseconds since 1970. */
  publishedOn: number
  /** Open to students of a class other than the public one alone. */
  isPrivate: boolean
  fields: JsonFields
}

const writeCourse = fieldsWriterOf(
  StudentDegree.omit({ modules: true, progress: true, nextContentLink: true, certificate: true, newContents: true }),
)
const writeModule = fieldsWriterOf(StudentModule.omit({ content: true }))
const writeLesson = fieldsWriterOf(
  StudentContentSummary.omit({
    isComplete: true,
    dripped: true,
    availableWhen: true,
    restricted: true,
    after: true,
    assessment: true,
    mark: true,
  }),
)

const cachedBytes = 128 * 1024 * 1024
/** Measured size of an outline, and of each of its lessons, besides their texts. */
const overheadBytes = 150

/**
 * Outlines are cached until their course is written to again: reading a course of many lessons costs more than everything else in a
 * student's call, and it is equal for all students. Access is never cached.
 */
export class Outlines {
  readonly #cached = new LRUCache<string, { revision: string; outline: Outline }>({
    maxSize: cachedBytes,
    sizeCalculation: ({ outline }) => sizeOf(outline),
  })

  async of(
    school: Pick<School, 'id' | 'read'>,
    { courseId, revision }: { courseId: string; revision: string },
  ): Promise<Outline | undefined> {
    const key = `${school.id}/${courseId}`
    const cached = this.#cached.get(key)
    if (cached?.revision === revision) return cached.outline
    const row = await findOutline(school, courseId)
    if (!row) return undefined
    const outline = outlineOf(school.id, row)
    this.#cached.set(key, { revision, outline })
    return outline
  }
}

function outlineOf(schoolId: string, row: OutlineRow): Outline {
  const { has_comments, no_dripping, dripping_what, dripping_when, in_order } = row
  const fields = writeCourse({
    id: row.id,
    link: row.link,
    title: row.title,
    description_title: row.description_title,
    description: row.description,
    workload_hours: row.workload_minutes,
    workload_hours_pretty: formatWorkload(row.workload_minutes),
    img_wide_url: imageUrl(schoolId, row.cover_key),
    has_comments,
  })
  const modules = row.modules.map(({ id, title, alwaysAvailable, lessons }) => ({
    id,
    title,
    fields: copyFields(writeModule({ id, title })),
    alwaysAvailable,
    lessons: lessons.map((lesson) => ({
      id: lesson.id,
      link: lesson.link,
      publishedOn: new Date(lesson.publishedOn).getTime(),
      isPrivate: lesson.isPrivate,
      fields: copyFields(
        writeLesson({
          id: lesson.id,
          link: lesson.link,
          title: lesson.title,
          has_media: lesson.hasMedia,
          main_media_duration: lesson.duration,
        }),
      ),
    })),
  }))
  return { has_comments, no_dripping, dripping_what, dripping_when, in_order, fields: copyFields(fields), modules }
}

/** Size of a text in memory: two bytes for each character where one of them needs two. */
const bytesOf = (text: string) => (/[^\0-\xff]/.test(text) ? text.length * 2 : text.length)

function sizeOf({ fields, modules }: Outline): number {
  let size = bytesOf(fields) + overheadBytes
  for (const module of modules) {
    size += bytesOf(module.fields) + overheadBytes
    for (const lesson of module.lessons) size += bytesOf(lesson.fields) + lesson.link.length + overheadBytes
  }
  return size
}
