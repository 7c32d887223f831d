import type { SchoolDb } from '@escola/db'
import type { MergedStudents } from '../../core/student-lifecycle.ts'
import { copyCards, deleteCopies } from './merged-cards.queries.ts'

/** Gives the first of two students the later answer to each question that either has practised. */
export async function passCards(db: SchoolDb, students: MergedStudents): Promise<void> {
  await copyCards(db, students)
}

export async function takeCardsBack(db: SchoolDb, students: MergedStudents): Promise<void> {
  await deleteCopies(db, students)
}
