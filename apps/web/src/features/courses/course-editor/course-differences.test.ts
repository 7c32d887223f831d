import { expect, it } from 'vitest'
import { sampleCourse } from '../sample-course.ts'
import { listCourseDifferences } from './course-differences.ts'

it('says how modules open in the words of the form', () => {
  expect(
    listCourseDifferences({ dripping_config: { what: 'school_gateways', when: 'day' } }, sampleCourse),
  ).toMatchObject([
    {
      mine: 'Um módulo a cada dia, a contar da criação da turma',
      theirs: 'Um módulo a cada semana, a contar da matrícula de cada aluno',
    },
  ])
})
