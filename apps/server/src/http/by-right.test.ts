import { chargeMessages } from '@escola/contract/charges'
import { rightsOf, type TeamRole } from '@escola/contract/permissions'
import { expect, it } from 'vitest'
import { AppError } from '../core/app-error.ts'
import { teamScopeOf } from '../core/scope.ts'
import { refusalByRight } from './by-right.ts'

const missing = new AppError('balance_missing', { fields: { balance: chargeMessages.missing(731_377, 100) } })
const refusedTo = async (role: TeamRole) => {
  const scope = teamScopeOf({ isTeam: true, rights: rightsOf({ roles: [role], courseIds: [] }), mayPublish: true })
  return (await refusalByRight(missing, scope, async () => 'Helena')) as AppError
}

it('tells the sums of a refusal to those with the right to money, and all others which owner to ask', async () => {
  for (const role of ['owner', 'treasurer'] as const) expect(await refusedTo(role)).toBe(missing)
  for (const role of ['administrator', 'attendant'] as const)
    expect(await refusedTo(role)).toMatchObject({
      code: 'balance_missing',
      fields: { balance: 'A escola está sem saldo para isto. Avise Helena' },
    })
})
