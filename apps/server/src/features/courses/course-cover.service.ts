import type { courses } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import type { ResponseInput } from '@escola/contract/route'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { authorValues, kept } from '../../drafts/drafts.ts'
import { deleteImage, imageFolder, readImageUpload, storeImage } from '../../files/images.ts'
import type { Upload } from '../../http/replies.ts'
import { noteImage, requireQuota } from '../files/files.service.ts'
import { holdCourse, isPublished, loadState, toWireCourse } from './course-state.service.ts'
import { CourseValues } from './course-values.ts'
import * as queries from './courses.queries.ts'

export async function replaceCover(
  school: School,
  { id, file }: { id: string; file: Upload },
  tools: Tools,
): Promise<ResponseInput<typeof courses.uploadCover>> {
  const bytes = await readImageUpload(file)
  // Asked before the picture is drawn, which is work, and again below, because it may be gone by then.
  if (!(await school.tx((db) => queries.findCourse(db, id)))) throw new AppError('degree_not_found')
  await requireQuota(school, bytes.length, tools)
  const { key: cover_key, sizeBytes } = await storeImage(tools.files, school.id, bytes, limits.coverRatio)
  const image = { key: cover_key, purpose: 'course_cover', filename: file.filename, sizeBytes } as const
  const saved = school.tx(async (db) => {
    await noteImage(db, school.id, image, tools)
    const course = await holdCourse(db, { id })
    const wanted = { ...authorValues(CourseValues, course), cover_key }
    const changed = kept(CourseValues.parse(course), wanted, isPublished(course))
    // Nothing else writes the cover, so text that is being saved at the same time is not stale.
    const row = await queries.updateCourse(db, id, changed, { keepVersion: true })
    return { degree: toWireCourse(school.id, await loadState(db, row)) }
  })
  return saved.catch(async (error: unknown) => {
    // Any other error may hide a row that was written.
    if (error instanceof AppError) await deleteImage(tools.files, imageFolder(school.id, cover_key))
    throw error
  })
}
