import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { LessonFile, lessons } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { parseMedia } from '@escola/contract/media'
import { messages } from '@escola/contract/messages'
import { cleanText } from '@escola/contract/people'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { detectContentType, isKnownType } from '../../files/content-type.ts'
import { withSpooled } from '../../files/spool.ts'
import type { Upload } from '../../files/upload.ts'
import { keepLessonFiles, storeFile } from '../files/files.service.ts'
import { requireQuota } from '../files/quota.service.ts'
import type { KeptFile } from './lesson-values.ts'

/** Stores a file of a lesson once its whole content matches the type that its name says. */
export function uploadLessonFile(
  school: Attended,
  { filename, stream }: Upload,
  tools: Tools,
): Promise<ResponseInput<typeof lessons.uploadFile>> {
  const tooLarge = () => new AppError('file_too_large', { fields: { file: messages.fileTooLarge(filename) } })
  return withSpooled(stream, { maxBytes: limits.lessonFileBytes, tooLarge }, async ({ file, size }) => {
    if (!isKnownType(filename)) throw new AppError('unknown_file_type')
    if (size === 0) throw new AppError('empty_file')
    const contentType = await detectContentType(file, filename)
    if (!contentType) throw new AppError('invalid_file')
    await requireQuota(school, size, tools)
    const stored = await storeFile(
      school,
      {
        purpose: 'lesson_file',
        body: createReadStream(file),
        sizeBytes: size,
        filename,
        contentType,
        createdBy: school.actor.userId,
      },
      tools,
    )
    const uploaded = toWireLessonFile(school.id, '0', {
      id: stored.id,
      title: titleOf(filename),
      filename,
      type: contentType,
      size,
    })
    return { file_location: uploaded.location, file: uploaded }
  })
}

/** Limits the files and videos that an author puts into a lesson: a teacher of chosen courses names their own uploads, and those that the lesson has. */
export interface NameableFiles {
  school: Attended
  /** Ids of files that the lesson has. */
  had: readonly string[]
}

const nameable =
  ({ school, had }: NameableFiles) =>
  ({ id, created_by }: { id: string; created_by: string | null }) =>
    school.may('courses') || created_by === school.actor.userId || had.includes(id)

/** The files that a lesson lists, as it keeps them. */
export async function keptFiles(
  db: SchoolDb,
  listed: { id: string; title: string }[],
  files: NameableFiles,
): Promise<KeptFile[]> {
  const rows = await keepLessonFiles(
    db,
    listed.map(({ id }) => id),
    'lesson_file',
  )
  const byId = new Map(rows.filter(nameable(files)).map((row) => [row.id, row]))
  const titles = new Map(listed.map(({ id, title }) => [id, title]))
  return [...titles].map(([id, title]) => {
    const row = byId.get(id)
    if (!row) throw invalidField('files', refusals.fileGone)
    const { filename, content_type, size_bytes } = row
    return {
      id,
      title: cut(cleanText(title)) || titleOf(filename),
      filename,
      type: content_type,
      size: Number(size_bytes),
    }
  })
}

/** Refuses an uploaded video that is none of this school's; other addresses are their providers' business. */
export async function keptVideo(db: SchoolDb, address: string, files: NameableFiles): Promise<string> {
  const media = parseMedia(address)
  if (media?.provider !== 'upload') return address
  const [video] = await keepLessonFiles(db, [media.id], 'lesson_video')
  if (!video || !nameable(files)(video)) throw invalidField('main_media_url', refusals.videoGone)
  return address
}

export const toWireLessonFile = (schoolId: string, lessonId: string, file: KeptFile): LessonFile => ({
  ...file,
  location: `/api/school/${schoolId}/content/${lessonId}/file/${file.id}`,
})

/** The title is counted in characters as people see them, so that an emoji is never cut in half. */
const cut = (title: string) => [...title].slice(0, limits.fileTitleMax).join('').trim()
const titleOf = (filename: string) => cut(path.parse(filename).name) || 'arquivo'
