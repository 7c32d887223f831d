import { fillPath } from '@escola/contract/call'
import { courses } from '@escola/contract/courses.contract'
import type { ExamKey } from '@escola/contract/exam-content'
import { type ExamPlan, newExamSettings } from '@escola/contract/exam-plan'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { exams } from '@escola/contract/exams.contract'
import type { BodyOf } from '@escola/contract/route'
import { type BenchSchool, courseLink } from './bench-schools.ts'
import { json } from './calls.ts'

/** Questions of one attempt, drawn from the pool. */
export const asked = 20
const pool = 120
const tag = 'sorteio'

const sentence = 'Uma massa de alta hidratação descansa antes da sova, e o tempo muda com a temperatura da cozinha. '
const textOf = (number: number, sentences: number) => `<p>Questão ${number}. ${sentence.repeat(sentences)}</p>`

/** Questions as a school has them: most have four options. */
function keyOf(number: number): ExamKey {
  const options = ['1', '2', '3', '4'].map((id) => ({ id, html: `<p>Opção ${id} de ${number}. ${sentence}</p>` }))
  const keys: ExamKey[] = [
    { kind: 'one', options, right: '2' },
    { kind: 'one', options, right: '4' },
    { kind: 'several', options, right: ['1', '3'] },
    { kind: 'truth', right: number % 2 === 0 },
    { kind: 'number', right: String(number), tolerance: '0.5', unit: '%' },
    { kind: 'text', right: ['Autólise', 'descanso'] },
  ]
  return keys[number % keys.length]!
}

const questionOf = (number: number): BodyOf<typeof examQuestions.create> => ({
  statement: textOf(number, 4),
  explanation: textOf(number, 3),
  is_shuffled: true,
  key: keyOf(number),
  difficulty: 'medium',
  tags: [tag],
  degree_id: null,
})

const plan: ExamPlan = {
  settings: { ...newExamSettings, is_shuffled: true, limit_minutes: 60, must_pass: true },
  parts: [
    {
      kind: 'draw',
      id: 'sorteio',
      filter: { tag, kind: '', difficulty: '', degree: '' },
      count: asked,
      points: 100,
    },
  ],
}

/** Gives a lesson an assessment and publishes it, as its administrator would. */
export async function publishExam(port: number, school: BenchSchool, lessonId: string): Promise<void> {
  const post = async (path: string, params: Record<string, string>, body: object) => {
    const url = `http://127.0.0.1:${port}/api${fillPath(path, { schoolId: school.id, ...params })}`
    const answer = await fetch(url, { method: 'POST', ...json(school.adminToken, body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  }
  for (let number = 1; number <= pool; number++) await post(examQuestions.create.path, {}, questionOf(number))
  await post(exams.save.path, { lessonId }, { version: null, plan })
  await post(courses.publish.path, { link: courseLink }, { id: school.courseId })
}
