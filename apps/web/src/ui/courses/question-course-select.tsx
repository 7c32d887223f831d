import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { courseTitle } from '@escola/contract/titles'
import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { usePrefetchedQuery } from '../loading/use-prefetched-query.ts'
import { courseChoicesQuery } from './course-choices.query.ts'

interface Props {
  /** Id of the course; null for the whole school. */
  value: string | null
  error?: ReactNode
  onChange: (degreeId: string | null) => void
}

/** Course in whose list a question is found. */
export function QuestionCourseSelect({ value, error, onChange }: Props) {
  // A teacher of chosen courses files questions in these alone.
  const filesForSchool = useRights().may('courses')
  const { data: courses } = usePrefetchedQuery(courseChoicesQuery(useSchool().id))
  return (
    <Select
      label="Curso"
      data={[
        ...(filesForSchool ? [{ value: '', label: examQuestionTexts.wholeSchool }] : []),
        ...courses.map((course) => ({ value: course.id, label: courseTitle(course) })),
      ]}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nenhum curso com esse nome"
      placeholder="Escolha o curso"
      value={value ?? (filesForSchool ? '' : null)}
      onChange={(next) => onChange(next || null)}
      error={error}
    />
  )
}
