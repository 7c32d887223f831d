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
  /** Reads the answer again, as another person has corrected it. */
  onStale: () => void
  onNext: (next: AnswerPlace | null, isByKey: boolean) => void
}

/** Points and comment that a person gives for an answer. They are kept on the device until they are saved, also where another person was first. */
export function useCorrection({ opened: { open_answer: answer, next }, filter, onStale, onNext }: Asked) {
  const { attempt_id, number, points: worth, earned, comment: saved, utc_corrected_on } = answer
  const thing = `correction.${attempt_id}.${number}`
  const points = useKeptText(`${thing}.points`)
  const comment = useKeptText(`${thing}.comment`)
  const [isTouched, setTouched] = useState({ points: points.text !== '', comment: comment.text !== '' })
  const [problem, setProblem] = useState<string>()
  const [openedOn, setOpenedOn] = useState(utc_corrected_on)
  const [isStale, setStale] = useState(false)
  const { mutateAsync, isPending, error, reset } = useCorrectAnswer({ attempt_id, number }, filter)
  const typed = isTouched.points ? points.text : earned === null ? '' : writeTypedPoints(earned)
  const words = isTouched.comment ? comment.text : saved
  // The page has said that another person was first, so saving again is meant to replace theirs.
  const seenOn = isStale ? utc_corrected_on : openedOn
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
      const after = await mutateAsync({ points: given, comment: words, utc_seen_on: seenOn })
      points.type('')
      comment.type('')
      notifySuccess(after.next ? openAnswerTexts.saved : openAnswerTexts.all)
      onNext(after.next, isByKey)
    } catch (failure) {
      if (failure instanceof ApiError && failure.fields?.points) setProblem(failure.fields.points)
      if (failure instanceof ApiError && failure.code === 'answer_corrected') {
        setStale(true)
        onStale()
      }
    }
  }
  return {
    typed,
    words,
    problem,
    failure: problem === undefined && !isStale ? error : undefined,
    isPending,
    /** Another person has corrected it since it was opened here. */
    isStale,
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
      setOpenedOn(utc_corrected_on)
      setStale(false)
      reset()
    },
  }
}
