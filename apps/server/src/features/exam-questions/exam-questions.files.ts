import { deleteImage } from '../../files/images.ts'
import type { FileOwner } from '../../files/owners.ts'
import { namedPictures } from './exam-question-pictures.queries.ts'

export const examQuestionFiles: FileOwner = {
  purpose: 'question_picture',
  named: namedPictures,
  deleteBytes: deleteImage,
}
