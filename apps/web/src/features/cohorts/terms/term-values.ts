import type { Term, TermScope } from '@escola/contract/terms'
import { ApiError } from '../../../api/api-error.ts'

/** Fields of a term, as they are typed. */
export interface TermValues extends Record<string, unknown> {
  /** own: an integration leaves it to its class. */
  kind: Term['kind'] | 'own'
  count: string
  until: string
}

/** Fields of a term that also say for whom it is. */
export interface ScopedTermValues extends TermValues {
  scope: TermScope
}

export const termValuesOf = (term: Term | null): TermValues => ({
  kind: term?.kind ?? 'own',
  count: term && 'count' in term ? String(term.count) : '',
  until: term?.kind === 'date' ? term.until : '',
})

/** Reads the fields as the wire has them, whether or not they are filled in well. */
export function readTermValues({ kind, count, until }: TermValues): Term | null {
  if (kind === 'own') return null
  if (kind === 'life') return { kind }
  return kind === 'date' ? { kind, until } : { kind, count: readCount(count) }
}

/** Reads a number of a text field; what is none is refused by the contract. */
export const readCount = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Renames what is wrong with a term to the names that a form has for its fields. */
export const nameTermFields = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace(/^term\./, ''), text]))

export function selectTermFields(error: unknown): unknown {
  if (error instanceof ApiError && error.fields) error.fields = nameTermFields(error.fields)
  return error
}
