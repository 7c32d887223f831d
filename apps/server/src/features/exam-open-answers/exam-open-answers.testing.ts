import type { AskedExamQuestion } from '@escola/contract/exam-attempt-wire'
import type { examAttempts } from '@escola/contract/exam-attempts.contract'
import type { ExamKey } from '@escola/contract/exam-content'
import { examOpenAnswers } from '@escola/contract/exam-open-answers.contract'
import type { ExamSettings } from '@escola/contract/exam-plan'
import type { BodyOf } from '@escola/contract/route'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { keys, makeExamSchool, rightSave } from '../exam-attempts/exam-attempts.testing.ts'

export const openKey: ExamKey = { kind: 'open', guide: '<p>Fale do glúten.</p>' }

type Save = BodyOf<typeof examAttempts.handIn>['saves'][number]

type Correction = BodyOf<typeof examOpenAnswers.correct>
/** A correction; of the answer that counts now where it names none. */
type Sent = Omit<Correction, 'utc_answered_on'> & Partial<Correction>

/** Makes a school whose assessment asks a closed question and then open ones, each worth a point. */
export async function makeOpenSchool({
  settings = {},
  open = 2,
}: {
  settings?: Partial<ExamSettings>
  open?: number
} = {}) {
  const { call } = await world()
  const questions = [keys[0]!, ...Array.from({ length: open }, () => openKey)]
  const fixture = await makeExamSchool({ settings, questions })
  const { school, begin, handIn, student } = fixture
  const savesOf = ([first, ...others]: AskedExamQuestion[], texts: string[], isRight: boolean): Save[] => [
    ...(isRight ? [rightSave(first!)] : []),
    ...texts.map((typed, at) => ({
      question: others[at]!.number,
      number: 1,
      answer: { kind: 'open' as const, typed },
    })),
  ]
  /** Hands an attempt in with these open answers. */
  const attempt = async (
    texts: string[],
    { isRight = true, as = student }: { isRight?: boolean; as?: Person } = {},
  ) => {
    const { id, questions: asked } = await begin(as)
    await handIn(id, { epoch: 1, saves: savesOf(asked, texts, isRight) }, as)
    return id
  }
  const list = async (query: Partial<Record<'degree' | 'lesson' | 'question', string>> = {}) =>
    (await call(examOpenAnswers.list, { as: school.admin, query })).body
  const get = (attemptId: string, number: number, as: Person = school.admin) =>
    call(examOpenAnswers.get, { as, params: { attemptId, number } })
  const send = async (attemptId: string, number: number, { utc_answered_on, ...given }: Sent) => {
    const answeredOn = utc_answered_on ?? (await get(attemptId, number)).body.open_answer.utc_answered_on
    const body = { ...given, utc_answered_on: answeredOn }
    return call(examOpenAnswers.correct, { as: school.admin, params: { attemptId, number }, body })
  }
  /** Corrects an answer as it stands now. */
  const correct = async (attemptId: string, number: number, points: number, comment = '') => {
    const { utc_corrected_on: utc_seen_on, utc_answered_on } = (await get(attemptId, number)).body.open_answer
    return send(attemptId, number, { points, comment, utc_seen_on, utc_answered_on })
  }
  return { ...fixture, call, attempt, list, get, send, correct, savesOf }
}
