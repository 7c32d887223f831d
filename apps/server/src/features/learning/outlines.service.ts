import { StudentContentSummary, StudentDegree, StudentModule } from '@escola/contract/learning.contract'
import { formatWorkload } from '@escola/contract/workload'
import { LRUCache } from 'lru-cache'
import type { School } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import { writerOf } from '../../http/writer.ts'
import { findOutline, type OutlineRow } from './learning.queries.ts'

/** A published course as all its students see it: what is the same for everybody is JSON text already, each text without its end. */
export interface Outline extends Pick<OutlineRow, 'has_comments' | 'no_dripping' | 'dripping_what' | 'dripping_when'> {
  text: string
  modules: OutlineModule[]
}
interface OutlineModule {
  id: string
  title: string
  text: string
  alwaysAvailable: boolean
  lessons: OutlineLesson[]
}
export interface OutlineLesson {
  id: string
  link: string
  /** In milliseconds. */
  publishedOn: number
  /** For classes of their own. */
  isPrivate: boolean
  text: string
}

const writeCourse = writerOf(
  StudentDegree.omit({ modules: true, progress: true, nextContentLink: true, certificate: true, newContents: true }),
)
const writeModule = writerOf(StudentModule.omit({ content: true }))
const writeLesson = writerOf(
  StudentContentSummary.omit({ isComplete: true, dripped: true, availableWhen: true, restricted: true }),
)

const rememberedBytes = 128 * 1024 * 1024
/** What an outline and each of its lessons take besides their texts, measured. */
const overheadBytes = 150

/**
 * Outlines are remembered until their course is written to again: reading a course of many lessons costs more than everything else in a
 * student's call, and it is the same for everybody. Access is never remembered.
 */
export class Outlines {
  readonly #known = new LRUCache<string, { revision: string; outline: Outline }>({
    maxSize: rememberedBytes,
    sizeCalculation: ({ outline }) => sizeOf(outline),
  })

  async of(
    school: Pick<School, 'id' | 'read'>,
    { courseId, revision }: { courseId: string; revision: string },
  ): Promise<Outline | undefined> {
    const key = `${school.id}/${courseId}`
    const known = this.#known.get(key)
    if (known?.revision === revision) return known.outline
    const row = await findOutline(school, courseId)
    if (!row) return undefined
    const outline = outlineOf(school.id, row)
    this.#known.set(key, { revision, outline })
    return outline
  }
}

function outlineOf(schoolId: string, row: OutlineRow): Outline {
  const { has_comments, no_dripping, dripping_what, dripping_when } = row
  const text = writeCourse({
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
    text: open(writeModule({ id, title })),
    alwaysAvailable,
    lessons: lessons.map((lesson) => ({
      id: lesson.id,
      link: lesson.link,
      publishedOn: new Date(lesson.publishedOn).getTime(),
      isPrivate: lesson.isPrivate,
      text: open(
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
  return { has_comments, no_dripping, dripping_what, dripping_when, text: open(text), modules }
}

/** An object's text up to where more of its fields can follow; a copy, which keeps nothing of the whole in memory. */
const open = (object: string) => Buffer.from(object).subarray(0, -1).toString()

/** What a text takes in memory: two bytes for each character where one of them needs two. */
const bytesOf = (text: string) => (/[^\0-\xff]/.test(text) ? text.length * 2 : text.length)

function sizeOf({ text, modules }: Outline): number {
  let size = bytesOf(text) + overheadBytes
  for (const module of modules) {
    size += bytesOf(module.text) + overheadBytes
    for (const lesson of module.lessons) size += bytesOf(lesson.text) + lesson.link.length + overheadBytes
  }
  return size
}
