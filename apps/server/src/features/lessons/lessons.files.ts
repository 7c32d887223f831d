import type { FileOwner } from '../../files/owners.ts'
import { namedLessonFiles, namedLessonVideos } from './lesson-files.queries.ts'

export const lessonFiles: FileOwner = { purpose: 'lesson_file', named: namedLessonFiles }
export const lessonVideos: FileOwner = { purpose: 'lesson_video', named: namedLessonVideos }
