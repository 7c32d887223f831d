import { difficulties, examQuestionKinds } from '@escola/contract/exam-content'
import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { difficultyLabels, kindLabels } from '@escola/contract/exam-questions.contract'
import { courseTitle } from '@escola/contract/titles'

/** Filters of the question bank, with the school's tags and courses to choose from. */
export const bankFields = (tags: string[], courses: { id: string; title: string }[]) =>
  [
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
  ] as const
