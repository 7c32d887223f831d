import type { FileOwner } from '../../../files/owners.ts'
import { namedPdfs } from './printing.queries.ts'

export const certificateFiles: FileOwner = { purpose: 'certificate', named: namedPdfs }
