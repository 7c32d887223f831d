import { deleteImage } from '../../files/images.ts'
import type { FileOwner } from '../../files/owners.ts'
import { namedAvatars } from './profiles.queries.ts'

export const profileFiles: FileOwner = { purpose: 'avatar', named: namedAvatars, deleteBytes: deleteImage }
