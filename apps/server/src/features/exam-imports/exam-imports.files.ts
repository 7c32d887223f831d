import type { FileOwner } from '../../files/owners.ts'
import { namedFiles } from './exam-imports.queries.ts'

export const examImportFiles: FileOwner = { purpose: 'question_import', named: namedFiles }
