import type { courses } from '@escola/contract/courses.contract'
import type { ResponseInput } from '@escola/contract/route'
import type { SchoolDb } from '@escola/db'
import type { TeamSchool } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { mergeDraft, splitDraft } from '../../drafts/drafts.ts'
import { readImageUpload } from '../../files/images.ts'
import type { Upload } from '../../files/upload.ts'
import { storePicture } from '../files/pictures.service.ts'
import { findCourse, isPublished, loadState, lockCourse, refuseEdition, toWireCourse } from './course-state.service.ts'
import { CourseValues } from './course-values.ts'
import * as queries from './courses.queries.ts'

export async function replaceCover(
  school: TeamSchool,
  { id, file }: { id: string; file: Upload },
  tools: Tools,
): Promise<ResponseInput<typeof courses.uploadCover>> {
  const bytes = await readImageUpload(file)
  // The course is looked for before the picture is drawn, which is work, and again below, because it may be gone by then.
  await school.tx(async (db) => {
    await refuseEdition(db, await findCourse(db, school, { id }))
  })
  const cover = { bytes, filename: file.filename, purpose: 'course_cover', format: 'wide' } as const
  const saveCover = async (db: SchoolDb, cover_key: string) => {
    const course = await lockCourse(db, school, { id })
    const values = { ...mergeDraft(CourseValues, course), cover_key }
    const changed = splitDraft(CourseValues.parse(course), values, isPublished(course))
    // Nothing else writes the cover, so text that is being saved at the same time is not stale.
    const row = await queries.updateCourse(db, id, changed, { keepVersion: true })
    return { degree: toWireCourse(school.id, await loadState(db, row)) }
  }
  return storePicture(school, cover, saveCover, tools)
}
