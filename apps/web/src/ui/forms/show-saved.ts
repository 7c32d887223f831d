import type { UseFormReturnType } from '@mantine/form'
import isEqual from 'fast-deep-equal'

/**
 * Shows what the server has saved of a form, from which changes are counted now. A field that was changed while the form was being saved keeps what was typed.
 * @param sent values that were sent
 */
export function showSaved<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  sent: Values,
  saved: Values,
): void {
  const typed = form.getValues()
  const isTyped = (field: string) => !isEqual(typed[field], sent[field])
  form.resetDirty(saved)
  const shown = Object.keys(saved).map((field) => [field, isTyped(field) ? typed[field] : saved[field]])
  form.setValues(Object.fromEntries(shown) as Values)
}
