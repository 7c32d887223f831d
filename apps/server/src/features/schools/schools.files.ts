import { deleteImage } from '../../files/images.ts'
import type { FileOwner } from '../../files/owners.ts'
import { namedPictures } from './settings.queries.ts'

export const schoolFiles: FileOwner = { purpose: 'logo', named: namedPictures, deleteBytes: deleteImage }
