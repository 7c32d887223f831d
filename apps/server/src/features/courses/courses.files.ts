import { deleteImage } from '../../files/images.ts'
import type { FileOwner } from '../../files/owners.ts'
import { namedCovers } from './course-covers.queries.ts'

export const courseFiles: FileOwner = { purpose: 'course_cover', named: namedCovers, deleteBytes: deleteImage }
