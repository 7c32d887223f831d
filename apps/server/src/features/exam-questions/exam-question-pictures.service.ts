import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import type { SchoolDb } from '@escola/db'
import { invalidField } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { readImageUpload } from '../../files/images.ts'
import type { Upload } from '../../files/upload.ts'
import { keepPictures, storePicture } from '../files/pictures.service.ts'

/** Stores a picture that a text will name; one that no saved text names is removed after some days. */
export async function uploadPicture(school: School, { file }: { file: Upload }, tools: Tools) {
  const bytes = await readImageUpload(file)
  const picture = { bytes, filename: file.filename, purpose: 'question_picture', format: 'whole' } as const
  return { picture: await storePicture(school, picture, async (_db, key, size) => ({ key, ...size }), tools) }
}

/**
 * Keeps the pictures that a version is about to show.
 * @throws invalid_request where one of them is not the school's, or was removed
 */
export async function requirePictures(db: SchoolDb, schoolId: string, keys: string[]): Promise<void> {
  const kept = await keepPictures(db, schoolId, { keys, purpose: 'question_picture' })
  if (kept < keys.length) throw invalidField('statement', examQuestionTexts.pictureGone)
}
