import { difficulties, examQuestionKinds } from '@escola/contract/exam-content'
import type { DrawFilter } from '@escola/contract/exam-plan'
import { difficultyLabels, kindLabels } from '@escola/contract/exam-questions.contract'
import { courseTitle } from '@escola/contract/titles'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import type { FilterField } from '../../ui/lists/list-filters.tsx'
import { examQueries } from './exams.queries.ts'

export const noFilter: DrawFilter = { tag: '', kind: '', difficulty: '', degree: '' }

/** Filters of the bank: the choices of tags and courses come with the dialog that shows them. */
export function useBankFilters(): FilterField<keyof DrawFilter>[] {
  const schoolId = useSchool().id
  const { data: tags = [] } = useQuery(examQueries.tags(schoolId))
  const { data: courses = [] } = useQuery(examQueries.courses(schoolId))
  return [
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
        { value: 'school', label: 'Toda a escola' },
        ...courses.map((course) => ({ value: course.id, label: courseTitle(course) })),
      ],
      notFound: 'Nenhum curso com esse nome',
    },
  ]
}

/** The filter with one value changed; the values come from the fields' own choices. */
export const changeFilter = (filter: DrawFilter, name: keyof DrawFilter, value: string): DrawFilter =>
  ({ ...filter, [name]: value }) as DrawFilter
