import { describeWaiting } from '@escola/contract/exam-open-answer-texts'
import type { OpenAnswerFilter, WaitingQuestion } from '@escola/contract/exam-open-answers.contract'
import { courseTitle, lessonTitle } from '@escola/contract/titles'
import { ListFilters } from '../../ui/lists/list-filters.tsx'

interface Props {
  filter: OpenAnswerFilter
  questions: WaitingQuestion[]
  total: number
  onFilter: (filter: OpenAnswerFilter) => void
}

interface Choice {
  value: string
  label: string
}
const unique = (choices: Choice[]) => [...new Map(choices.map((choice) => [choice.value, choice])).values()]

/** Course, assessment and question whose answers are corrected in a row. A wider choice takes the narrower ones back. */
export function OpenAnswerFilters({ filter, questions, total, onFilter }: Props) {
  const { degree, lesson } = filter
  const ofCourse = questions.filter(({ degree_id }) => degree === '' || degree_id === degree)
  const ofLesson = ofCourse.filter(({ lesson_id }) => lesson === '' || lesson_id === lesson)
  const fields = [
    {
      name: 'degree',
      label: 'Curso',
      all: 'Todos os cursos',
      data: unique(questions.map((each) => ({ value: each.degree_id, label: courseTitle({ title: each.degree }) }))),
      notFound: 'Nenhum curso com esse nome',
    },
    {
      name: 'lesson',
      label: 'Avaliação',
      all: 'Todas as avaliações',
      data: unique(ofCourse.map((each) => ({ value: each.lesson_id, label: lessonTitle({ title: each.lesson }) }))),
      notFound: 'Nenhuma avaliação com esse nome',
    },
    {
      name: 'question',
      label: 'Questão',
      all: 'Todas as questões',
      data: unique(ofLesson.map((each) => ({ value: each.question_id, label: each.summary }))),
      notFound: 'Nenhuma questão com essas palavras',
    },
  ] as const
  const narrower: Record<keyof OpenAnswerFilter, Partial<OpenAnswerFilter>> = {
    degree: { lesson: '', question: '' },
    lesson: { question: '' },
    question: {},
  }
  return (
    <ListFilters
      search={null}
      fields={fields}
      values={filter}
      onFilter={(name, value) => onFilter({ ...filter, ...narrower[name], [name]: value })}
      found={describeWaiting(total)}
    />
  )
}
