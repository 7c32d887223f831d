import type { DrawFilter } from '@escola/contract/exam-plan'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import type { FilterField } from '../../ui/lists/list-filters.tsx'
import { bankFields } from '../../ui/question-text/bank-fields.ts'
import { examQueries } from './exams.queries.ts'

export const noFilter: DrawFilter = { tag: '', kind: '', difficulty: '', degree: '' }

/** Filters of the bank: the choices of tags and courses come with the dialog that shows them. */
export function useBankFilters(): FilterField<keyof DrawFilter>[] {
  const schoolId = useSchool().id
  const { data: tags = [] } = useQuery(examQueries.tags(schoolId))
  const { data: courses = [] } = useQuery(examQueries.courses(schoolId))
  return [...bankFields(tags, courses)]
}

/** The filter with one value changed; the values come from the fields' own choices. */
export const changeFilter = (filter: DrawFilter, name: keyof DrawFilter, value: string): DrawFilter =>
  ({ ...filter, [name]: value }) as DrawFilter
