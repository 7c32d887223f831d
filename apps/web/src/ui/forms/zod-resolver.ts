import { explain } from '@escola/contract/portuguese'

/** Part of a zod schema that a form needs; zod itself stays out of this module. */
interface Checks {
  safeParse(
    values: unknown,
    options: { error: typeof explain },
  ): {
    success: boolean
    error?: { issues: readonly { path: PropertyKey[]; message: string }[] }
  }
}

/** Makes a form's validate function of a schema of the contract: the first message of each field. */
export const zodResolver =
  (schema: Checks) =>
  (values: unknown): Record<string, string> => {
    const errors: Record<string, string> = {}
    for (const { path, message } of schema.safeParse(values, { error: explain }).error?.issues ?? []) {
      const field = path.join('.')
      errors[field] ??= message
    }
    return errors
  }
