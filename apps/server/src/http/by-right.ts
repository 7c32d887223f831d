import { chargeMessages } from '@escola/contract/charges'
import { noRights } from '@escola/contract/permissions'
import { AppError } from '../core/app-error.ts'
import type { School, TeamScope } from '../core/scope.ts'
import type { Withhold } from './withheld-fields.ts'
import { Written } from './writer.ts'

/**
 * Leaves out of an answer what the caller's rights don't reach. An answer that was written has no fields any longer, so its handler has asked.
 * @throws a fault of ours where it has not
 */
export function answerByRight(withhold: Withhold, result: unknown, scope: unknown): unknown {
  if (!(result instanceof Written)) return withhold(result, (scope as Partial<TeamScope>).rights ?? noRights)
  if (!result.isWithheld) throw new Error('an answer with fields that take a right was written for all callers alike')
  return result
}

/** Finds the refusal that a caller gets: sums of the school's money are for those who have the right to it, and others are told whom to ask. */
export async function refusalByRight(
  error: unknown,
  scope: unknown,
  ownerNameOf: (school: School) => Promise<string>,
): Promise<unknown> {
  const school = scope as School & Partial<TeamScope>
  if (!(error instanceof AppError) || error.code !== 'balance_missing' || !error.fields) return error
  if (!school.may || school.may('money')) return error
  const text = chargeMessages.lacking(await ownerNameOf(school))
  return new AppError(error.code, { fields: Object.fromEntries(Object.keys(error.fields).map((name) => [name, text])) })
}
