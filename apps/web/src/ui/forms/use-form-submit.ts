import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { ApiError, type FailureCode } from '../../api/api-error.ts'

/**
 * Sends a form once, however often it is clicked. What the server says of a field is shown beside it, the rest is the form's
 * failure; what was typed stays.
 */
export function useFormSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<unknown>,
  /** Refusals that the form shows as its failure, though the server names a field: the failure offers a way on. */
  alerts: readonly FailureCode[] = [],
) {
  const busy = useRef(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus()
  const submit = form.onSubmit(async (values) => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    setFailure(undefined)
    try {
      await send(values)
    } catch (error) {
      // A user who cancelled needs no message.
      if (error instanceof DOMException && error.name === 'AbortError') return
      // Missing money is no fault of what was typed.
      const isFault = error instanceof ApiError && error.code !== 'balance_missing' && !alerts.includes(error.code)
      const fields = isFault ? error.fields : undefined
      if (fields && Object.keys(fields).some((field) => field in values)) {
        form.setErrors(fields)
        focusFirst(fields)
      } else setFailure(error)
    } finally {
      busy.current = false
      setPending(false)
    }
  }, focusFirst)
  return { submit, pending: pending || form.validating, failure }
}
