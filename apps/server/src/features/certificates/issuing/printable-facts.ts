import type { PrintedField } from '@escola/contract/certificate-issues.contract'
import { toPrintable } from '../../../pdf/printable.ts'
import type { CertificateFacts } from './facts.ts'

/** Finds the first text of an issue that our fonts can't write, with the field that it stands in. */
export function findUnprintable(facts: CertificateFacts): { field: PrintedField; text: string } | undefined {
  for (const [field, text] of listTexts(facts)) if (toPrintable(text) === undefined) return { field, text }
  return undefined
}

function* listTexts(facts: CertificateFacts): Generator<[field: PrintedField, text: string]> {
  yield ['student_name', facts.student_name]
  for (const { title, from_school } of facts.courses) {
    yield ['course_title', title]
    yield ['from_school', from_school]
  }
  yield ['title', facts.title]
  yield ['school_name', facts.school_name]
  yield ['legal_name', facts.legal_name]
  yield ['place', facts.place]
  for (const { name, role } of facts.signers) {
    yield ['signature_name', name]
    yield ['signature_role', role]
  }
  if (!facts.has_syllabus) return
  for (const { modules } of facts.courses) {
    for (const { title, lessons } of modules) {
      yield ['module_title', title]
      for (const lesson of lessons) yield ['lesson_title', lesson.title]
    }
  }
}
