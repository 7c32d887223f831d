import type { FileOwner } from '../../files/owners.ts'
import { namedLessonFiles } from './lesson-files.queries.ts'

export const lessonFiles: FileOwner = { purpose: 'lesson_file', named: namedLessonFiles }
