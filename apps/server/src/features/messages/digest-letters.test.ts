import { examKeyCorrected } from '@escola/contract/notices.contract'
import { ownersRights } from '@escola/contract/permissions'
import { expect, it } from 'vitest'
import { writeDigest } from './digest-letters.ts'

it("tells of a franchisor's corrected key by the assessment's lesson, and leads to its course", () => {
  const row = {
    ...{ group_id: '1', kind: 'exam_key_corrected' as const, title: 'Levain', person: '', enrolled: 0, refused: 0 },
    ...{ cents: 0, cohort_id: null, course_id: null, course_link: 'paes', lesson_link: null, question: null },
    ...{ sale_code: null, student_id: null },
  }
  const { news } = writeDigest({
    ...{ userId: '7', groupIds: ['1'], news: [row], rights: ownersRights, refused: [] },
    ...{ personName: 'Helena', schoolName: 'Filial', schoolUrl: 'https://escola.example/filial', offUrl: '' },
  })
  expect(news!.map(({ lines }) => lines)).toEqual([
    [
      {
        text: `${examKeyCorrected('Levain')}: as notas dos seus alunos acompanham`,
        url: 'https://escola.example/filial/c/paes',
        said: '',
      },
    ],
  ])
})
