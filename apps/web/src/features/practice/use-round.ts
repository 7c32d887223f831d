import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { type PracticeQuestion, type PracticeVerdict, practice } from '@escola/contract/practice.contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { forgetDue } from './practice.queries.ts'

/**
 * Follows a round: one question after the other, each with its verdict, and then those that were wrong once more, which counts for nothing. What has
 * no answer yet is asked again after a reload.
 */
export function useRound(link: string, questions: PracticeQuestion[]) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const [at, setAt] = useState(0)
  const [draft, setDraft] = useState<AttemptAnswer>()
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, PracticeVerdict>>(new Map())
  const [tried, setTried] = useState<ReadonlyMap<string, PracticeVerdict>>(new Map())
  const wrong = questions.filter(({ id }) => verdicts.get(id)?.is_right === false)
  const isAgain = at >= questions.length
  const asked = isAgain ? wrong[at - questions.length] : questions[at]
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ id, turn, answer }: Pick<PracticeQuestion, 'id' | 'turn'> & { answer: AttemptAnswer }) =>
      api(practice.answer, { params: { schoolId, cardId: id }, body: { turn, answer, is_again: isAgain } }),
    // A request that waits for a connection would leave the screen silent.
    networkMode: 'always',
    onSuccess: ({ verdict }, { id }) => {
      const put = isAgain ? setTried : setVerdicts
      put((before) => new Map(before).set(id, verdict))
      forgetDue(client, schoolId, link)
    },
  })
  return {
    at: isAgain ? at - questions.length : at,
    asked,
    /** Questions of this pass: all, or those that were wrong. */
    total: isAgain ? wrong.length : questions.length,
    isAgain,
    isLast: at + 1 === questions.length + wrong.length,
    draft,
    verdict: asked && (isAgain ? tried : verdicts).get(asked.id),
    right: [...verdicts.values()].filter(({ is_right }) => is_right).length,
    answered: verdicts.size,
    isSending: isPending,
    error,
    /** The question is no longer in practice, and can only be skipped. */
    isGone: error instanceof ApiError && error.code === 'practice_moved',
    choose: setDraft,
    send: (answer: AttemptAnswer) => asked && !isPending && mutate({ ...asked, answer }),
    goOn: () => {
      reset()
      setDraft(undefined)
      setAt(at + 1)
    },
  }
}
