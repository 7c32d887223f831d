import type { ChangedPlace } from '../exam-attempts/regrade-preview.service.ts'

/** Counts the certificates that were printed with a mark which is another now. No certificate prints a mark yet. */
export const countPrintedMarks = async (_places: ChangedPlace[]): Promise<number> => 0
