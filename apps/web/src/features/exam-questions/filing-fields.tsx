import { difficulties, examQuestionLimits } from '@escola/contract/exam-content'
import { difficultyLabels } from '@escola/contract/exam-questions.contract'
import { Input, SegmentedControl, TagsInput } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { QuestionCourseSelect } from '../../ui/courses/question-course-select.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import classes from './exam-questions.module.css'
import { examQuestionQueries } from './exam-questions.queries.ts'
import type { QuestionForm } from './use-question-form.ts'

/** Course, difficulty and tags, by which a question is found. */
export function FilingFields({ form }: { form: QuestionForm }) {
  const schoolId = useSchool().id
  const { data: tags } = usePrefetchedQuery(examQuestionQueries.tags(schoolId))
  return (
    <>
      <QuestionCourseSelect
        value={form.values.degree_id || null}
        onChange={(degreeId) => form.setFieldValue('degree_id', degreeId ?? '')}
        error={form.errors.degree_id}
      />
      <Input.Wrapper label="Dificuldade" labelElement="div">
        <div>
          <SegmentedControl
            aria-label="Dificuldade"
            data={difficulties.map((difficulty) => ({ value: difficulty, label: difficultyLabels[difficulty] }))}
            value={form.values.difficulty}
            onChange={(difficulty) => form.setFieldValue('difficulty', difficulty as (typeof difficulties)[number])}
          />
        </div>
      </Input.Wrapper>
      <TagsInput
        label="Etiquetas"
        description={`Assuntos da questão, até ${examQuestionLimits.tagsMax}. Aperte Enter depois de cada uma.`}
        data={tags}
        maxTags={examQuestionLimits.tagsMax}
        maxLength={examQuestionLimits.tagMax}
        acceptValueOnBlur
        classNames={{ pill: classes.entered }}
        {...form.getInputProps('tags')}
      />
    </>
  )
}
