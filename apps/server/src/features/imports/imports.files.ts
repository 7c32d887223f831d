import type { FileOwner } from '../../files/owners.ts'
import { namedSpreadsheets } from './imports.queries.ts'

export const importFiles: FileOwner = { purpose: 'import', named: namedSpreadsheets }
