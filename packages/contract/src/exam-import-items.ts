import type { z } from 'zod'
import type { NewExamQuestion } from './exam-questions.contract.ts'

/** Limits of a file of questions. */
export const examImportLimits = {
  items: 5000,
  bytes: 20 * 1024 * 1024,
  /** Characters of a pasted text, which is split into its questions at once. */
  pastedMax: 4 * 1024 * 1024,
  /** Characters of one question of a GIFT file. Office programs write a hundred times more markup than text. */
  giftQuestionMax: 1_000_000,
  /** Levels of nesting in an XML file; Moodle writes five. */
  xmlDepth: 40,
  /** Elements of one question of an XML file; Moodle writes some fifty. */
  xmlElements: 5000,
} as const

/** Picture of a file. The question's texts name it by a key that stands for it until it is stored. */
export interface ImportedPicture {
  key: string
  name: string
  bytes: Uint8Array
}

/** Place of an item in its file, both from 1. */
interface ImportPlace {
  number: number
  line: number
  /** Name or first words, by which a teacher recognizes the item. */
  title: string
}

/** Part of an item, by its name on the screen, and why it can't be taken. */
export interface ImportProblem {
  field: string
  reason: string
}

export type ExamImportItem =
  | (ImportPlace & {
      verdict: 'question'
      question: z.output<typeof NewExamQuestion>
      pictures: ImportedPicture[]
      /** Says what the question lost in the import. */
      notes: string[]
    })
  | (ImportPlace & { verdict: 'refused'; problems: ImportProblem[] })
  /** The file can't be read from here on; items before it stand. */
  | { verdict: 'broken'; line: number; reason: string }
