import { deleteImage } from '../../../files/images.ts'
import type { FileOwner } from '../../../files/owners.ts'
import { namedSignatures } from './templates.queries.ts'

export const signatureFiles: FileOwner = { purpose: 'signature', named: namedSignatures, deleteBytes: deleteImage }
