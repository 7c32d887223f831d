import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import type { ExamQuestion } from '@escola/contract/exam-questions.contract'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import isEqual from 'fast-deep-equal'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Kept } from '../../autosave/autosave-port.ts'
import { useMovingStore } from '../../autosave/unsaved-store.ts'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { showSaved } from '../../ui/forms/show-saved.ts'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { confirm } from '../../ui/questions/confirm.ts'
import { useSaveExamQuestion } from './exam-questions.queries.ts'
import { bodyOf, formErrorsOf, type QuestionValues, validateQuestion, valuesOf } from './question-values.ts'

/** The saved question that the form began with. */
interface Base {
  id: string
  version: number | undefined
}

/** Form of a question. What is typed is kept on the device until it is saved. */
export function useQuestionForm(id: string, question: ExamQuestion | null) {
  const [base, setBase] = useState<Base>({ id, version: question?.version })
  const store = useMovingStore<QuestionValues, Base>(base, ({ id }) => `exam-question.${id}`)
  const [kept] = useState<Kept<QuestionValues, Base> | undefined>(() => store.read())
  const [isRecovered, setRecovered] = useState(kept !== undefined)
  // A kept text was written on the version of then.
  const begun = useRef<Base>(kept ? { id, version: kept.base.version } : base)
  const [saved] = useState(() => ({ values: valuesOf(question) }))
  const isKept = useRef(kept !== undefined)
  const form = useForm<QuestionValues>({
    initialValues: kept ? { ...saved.values, ...kept.edits } : saved.values,
    validate: validateQuestion,
    onValuesChange: (values) => {
      const unsaved = isEqual(values, saved.values) ? undefined : { edits: values, base: begun.current }
      isKept.current = store.write(unsaved, false)
    },
  })
  const hasKept = kept !== undefined
  const { resetDirty, setValues } = form
  useEffect(() => {
    if (hasKept) resetDirty(saved.values)
  }, [hasKept, resetDirty, saved])
  useLeaveGuard({ hasUnsaved: () => form.isDirty(), isKept: () => isKept.current })

  const { mutateAsync: save } = useSaveExamQuestion()
  const navigate = useNavigate()
  const sending = useFormSubmit(form, async (values) => {
    const body = { ...bodyOf(values), ...begun.current }
    try {
      const made = await save(body).catch(async (error: unknown) => {
        if (!isStale(error) || !(await confirm(staleQuestion))) throw error
        return save({ ...body, version: undefined })
      })
      saved.values = valuesOf(made)
      begun.current = { id: made.id, version: made.version }
      setBase(begun.current)
      setRecovered(false)
      showSaved(form, values, saved.values)
      notifySuccess(examQuestionTexts.saved)
      if (isNewRecord({ link: body.id })) {
        const { id: questionId } = made
        const state = { made: questionId }
        await navigate({
          to: '/questoes/$questionId',
          params: { questionId },
          replace: true,
          state,
          ignoreBlocker: true,
        })
      }
    } catch (error) {
      throw inFormWords(error, values)
    }
  })
  const discard = () => {
    begun.current = { id, version: question?.version }
    setValues(saved.values)
    setRecovered(false)
  }
  return { form, sending, isRecovered, discard }
}
export type QuestionForm = ReturnType<typeof useQuestionForm>['form']

/** A refusal names the fields of the contract. */
function inFormWords(error: unknown, values: QuestionValues): unknown {
  if (error instanceof ApiError && error.fields) error.fields = formErrorsOf(values, error.fields)
  return error
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'stale_version'
const staleQuestion = {
  title: 'Salvar por cima?',
  text: examQuestionTexts.stale,
  confirmLabel: 'Salvar a minha questão',
  danger: true,
}
