import { type ExamQuestionFilter, examQuestionListLimits } from '@escola/contract/exam-questions.contract'
import { lessonTitle } from '@escola/contract/titles'
import { useSchool } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { bankFields } from '../../ui/question-text/bank-fields.ts'
import { type ExamQuestionQuery, examQuestionQueries } from './exam-questions.queries.ts'

interface Props {
  query: ExamQuestionQuery
  /** Number of questions found, in words. */
  found: string
  onSearch: (search: string) => void
  onFilter: (change: Partial<ExamQuestionFilter>) => void
}

/** Search and choices that narrow the bank; each stands in the address. */
export function ExamQuestionFilters({ query, found, onSearch, onFilter }: Props) {
  const schoolId = useSchool().id
  const { data: tags } = usePrefetchedQuery(examQuestionQueries.tags(schoolId))
  const { data: courses } = usePrefetchedQuery(examQuestionQueries.courses(schoolId))
  const { data: exams } = usePrefetchedQuery(examQuestionQueries.exams(schoolId))
  const fields = [
    ...bankFields(tags, courses),
    {
      name: 'used',
      label: 'Usada em',
      all: 'Usadas ou não',
      data: [
        { value: 'none', label: 'Nenhuma avaliação' },
        ...exams.map((exam) => ({ value: exam.lesson_id, label: lessonTitle(exam) })),
      ],
      notFound: 'Nenhuma avaliação com esse nome',
    },
    { name: 'state', label: 'Situação', all: 'Sem as arquivadas', data: [{ value: 'archived', label: 'Arquivadas' }] },
  ] as const
  return (
    <ListFilters
      search={
        <SearchBox
          label="Buscar questão pelo enunciado ou pelas opções"
          placeholder="Palavras da questão"
          maxLength={examQuestionListLimits.searchMax}
          search={query.search}
          onSearch={onSearch}
        />
      }
      fields={fields}
      values={query}
      onFilter={(name, value) => onFilter({ [name]: value })}
      found={found}
    />
  )
}
