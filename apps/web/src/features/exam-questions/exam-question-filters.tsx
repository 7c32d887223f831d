import { difficulties, examQuestionKinds } from '@escola/contract/exam-content'
import {
  difficultyLabels,
  type ExamQuestionFilter,
  examQuestionListLimits,
  examQuestionTexts,
  kindLabels,
} from '@escola/contract/exam-questions.contract'
import { courseTitle } from '@escola/contract/titles'
import { useSchool } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
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
  const fields = [
    {
      name: 'tag',
      label: 'Etiqueta',
      all: 'Todas as etiquetas',
      data: tags.map((tag) => ({ value: tag, label: tag })),
      notFound: 'Nenhuma etiqueta com esse nome',
    },
    {
      name: 'kind',
      label: 'Tipo',
      all: 'Todos os tipos',
      data: examQuestionKinds.map((kind) => ({ value: kind, label: kindLabels[kind] })),
    },
    {
      name: 'difficulty',
      label: 'Dificuldade',
      all: 'Toda dificuldade',
      data: difficulties.map((difficulty) => ({ value: difficulty, label: difficultyLabels[difficulty] })),
    },
    {
      name: 'degree',
      label: 'Curso',
      all: 'Todos os cursos',
      data: [
        { value: 'school', label: examQuestionTexts.wholeSchool },
        ...courses.map((course) => ({ value: course.id, label: courseTitle(course) })),
      ],
      notFound: 'Nenhum curso com esse nome',
    },
    { name: 'state', label: 'Situação', all: 'Em uso', data: [{ value: 'archived', label: 'Arquivadas' }] },
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
