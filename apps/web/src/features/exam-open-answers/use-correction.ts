import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import type { AnswerPlace, OpenAnswerFilter, OpenedAnswer } from '@escola/contract/exam-open-answers.contract'
import { describePoints } from '@escola/contract/exam-texts'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useKeptText } from '../../autosave/use-kept-text.ts'
import { readTypedPoints, writeTypedPoints } from '../../ui/forms/typed-points.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { useCorrectAnswer } from './exam-open-answers.queries.ts'

interface Asked {
  opened: OpenedAnswer
  filter: OpenAnswerFilter
  /** Reads the answer again, because another person has corrected it, or another one counts. */
  onStale: () => void
  onNext: (next: AnswerPlace | null, isByKey: boolean) => void
}

/** Points and comment that a person gives for an answer. They are kept on the device until they are saved, also where another person was first. */
export function useCorrection({ opened: { open_answer: answer, next }, filter, onStale, onNext }: Asked) {
  const { attempt_id, number, points: worth, earned, comment: saved } = answer
  const thing = `correction.${attempt_id}.${number}`
  const points = useKeptText(`${thing}.points`)
  const comment = useKeptText(`${thing}.comment`)
  const [isTouched, setTouched] = useState({ points: points.text !== '', comment: comment.text !== '' })
  const [problem, setProblem] = useState<string>()
  const [first, setFirst] = useState(answer)
  const [isRefused, setRefused] = useState(false)
  const { mutateAsync, isPending, error, reset } = useCorrectAnswer({ attempt_id, number }, filter)
  const typed = isTouched.points ? points.text : earned === null ? '' : writeTypedPoints(earned)
  const words = isTouched.comment ? comment.text : saved
  // The page has said what changed, so saving again is meant for what it shows now.
  const seen = isRefused ? answer : first
  const isReplaced = first.utc_answered_on !== answer.utc_answered_on
  const save = async (isByKey: boolean) => {
    if (isPending) return
    const given = readTypedPoints(typed, { least: 0, most: worth })
    if (given === undefined)
      return setProblem(
        readTypedPoints(typed, { least: 0, most: Number.POSITIVE_INFINITY }) === undefined
          ? openAnswerTexts.pointsMissing
          : openAnswerTexts.tooManyPoints(describePoints(worth)),
      )
    try {
      const after = await mutateAsync({
        points: given,
        comment: words,
        utc_seen_on: seen.utc_corrected_on,
        utc_answered_on: seen.utc_answered_on,
      })
      points.type('')
      comment.type('')
      notifySuccess(after.next ? openAnswerTexts.saved : openAnswerTexts.all)
      onNext(after.next, isByKey)
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields?.points) setProblem(failure.fields.points)
      if (failure instanceof ApiError && ['answer_corrected', 'answer_replaced'].includes(failure.code)) {
        setRefused(true)
        onStale()
      }
    }
  }
  return {
    typed,
    words,
    problem,
    failure: problem === undefined && !isRefused ? error : undefined,
    isPending,
    /** Since it was opened here, another answer of the student was let count. */
    isReplaced: isRefused && isReplaced,
    /** Since it was opened here, another person has corrected it. */
    isStale: isRefused && !isReplaced,
    next,
    save: (isByKey = false) => void save(isByKey),
    typePoints: (text: string) => {
      setTouched((touched) => ({ ...touched, points: true }))
      setProblem(undefined)
      points.type(text)
    },
    typeComment: (text: string) => {
      setTouched((touched) => ({ ...touched, comment: true }))
      comment.type(text)
    },
    /** Takes what the other person gave. */
    takeTheirs: () => {
      points.type('')
      comment.type('')
      setTouched({ points: false, comment: false })
      setFirst(answer)
      setRefused(false)
      reset()
    },
  }
}
