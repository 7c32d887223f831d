import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { type PracticeQuestion, practice } from '@escola/contract/practice.contract'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { makeExamSchool, rightSave } from '../exam-attempts/exam-attempts.testing.ts'

/** A school whose student has got all questions of the assessment wrong. */
export async function makePracticeSchool(made: Parameters<typeof makeExamSchool>[0] = {}) {
  const { call } = await world()
  const fixture = await makeExamSchool(made)
  const { school, student, course, begin, handIn } = fixture
  const params = { degreeLink: course.link }
  const tryState = (as: Person = student) => call(practice.state, { as, params })
  const state = async (as: Person = student) => (await tryState(as)).body.practice
  const tryRound = (as: Person = student) => call(practice.begin, { as, params })
  const round = async (as: Person = student) => (await tryRound(as)).body.questions
  const answer = (
    { id: cardId, turn }: Pick<PracticeQuestion, 'id' | 'turn'>,
    given: AttemptAnswer,
    as: Person = student,
    is_again = false,
  ) => call(practice.answer, { as, params: { cardId }, body: { turn, answer: given, is_again } })
  const fail = async (as: Person = student) => {
    const { id, epoch } = await begin(as)
    await handIn(id, { epoch, saves: [] }, as)
  }
  await fail()
  const cards = () => school.tx((db) => db.selectFrom('practice_cards').selectAll().orderBy('question_id').execute())
  /** Makes all cards of the school due. */
  const makeDue = () =>
    school.tx((db) =>
      db
        .updateTable('practice_cards')
        .set({ utc_due_on: new Date(0) })
        .execute(),
    )
  return { ...fixture, call, tryState, state, tryRound, round, answer, fail, cards, makeDue }
}

export const rightAnswer = ({ question }: PracticeQuestion): AttemptAnswer => rightSave(question).answer!

export function wrongAnswer({ question }: PracticeQuestion): AttemptAnswer {
  const right = rightAnswer({ question } as PracticeQuestion)
  if (question.kind === 'one' && right.kind === 'one')
    return { kind: 'one', chosen: question.options.find(({ number }) => number !== right.chosen)!.number }
  if (right.kind === 'truth') return { kind: 'truth', chosen: !right.chosen }
  return { kind: question.kind as 'text', typed: '1' }
}
