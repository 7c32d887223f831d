import { certificateFiles } from './features/certificates/printing/certificates.files.ts'
import { signatureFiles } from './features/certificates/templates/templates.files.ts'
import { courseFiles } from './features/courses/courses.files.ts'
import { examImportFiles } from './features/exam-imports/exam-imports.files.ts'
import { examQuestionFiles } from './features/exam-questions/exam-questions.files.ts'
import { importFiles } from './features/imports/imports.files.ts'
import { lessonFiles, lessonVideos } from './features/lessons/lessons.files.ts'
import { profileFiles } from './features/profiles/profiles.files.ts'
import { schoolFiles } from './features/schools/schools.files.ts'
import type { FileOwner } from './files/owners.ts'

/** Owners of the stored files, one for each purpose. */
export const fileOwners: FileOwner[] = [
  certificateFiles,
  courseFiles,
  examImportFiles,
  examQuestionFiles,
  importFiles,
  lessonFiles,
  lessonVideos,
  profileFiles,
  schoolFiles,
  signatureFiles,
]
