import type { CohortExam } from '@escola/contract/exam-results.contract'
import { courseTitle, lessonTitle } from '@escola/contract/titles'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { StackTable } from '../../ui/lists/stack-table.tsx'
import { Section } from '../../ui/section.tsx'
import { examResultQueries } from './exam-results.queries.ts'
import { formatShare } from './standing.ts'

/** Assessments of a class's courses, and how its students did; nothing where there are none. */
export function CohortExams({ cohortId }: { cohortId: string }) {
  const { data } = useQuery(examResultQueries.ofCohort(useSchool().id, cohortId))
  if (!data?.length) return null
  return (
    <Section title="Avaliações" text="Os alunos que estão na turma agora.">
      <StackTable
        caption="Avaliações da turma"
        rows={data}
        keyOf={({ lesson_id }) => lesson_id}
        columns={[
          { label: 'Aula', heading: true, cut: true, cell: (exam) => <ExamLink {...exam} /> },
          { label: 'Curso', fact: true, cut: true, cell: ({ degree }) => courseTitle({ title: degree }) },
          { label: 'Fizeram', fact: 'named', tight: true, cell: ({ students }) => students || null },
          {
            label: 'Média',
            state: true,
            tight: true,
            cell: ({ mean_percent }) => mean_percent !== null && formatShare(mean_percent),
          },
          {
            label: 'Aprovados',
            fact: 'named',
            tight: true,
            cell: ({ kind, passed, students }) => (kind === 'exam' && students > 0 ? passed : null),
          },
        ]}
      />
    </Section>
  )
}

const ExamLink = ({ lesson, lesson_id: lessonId }: CohortExam) => (
  <Anchor inherit renderRoot={(props) => <Link {...props} to="/questoes/resultados/$lessonId" params={{ lessonId }} />}>
    {lessonTitle({ title: lesson })}
  </Anchor>
)
