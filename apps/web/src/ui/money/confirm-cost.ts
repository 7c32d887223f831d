import { chargeMessages } from '@escola/contract/charges'
import { centsOf } from '@escola/contract/money'
import { confirm } from '../questions/confirm.ts'

/** Asks before an addition that costs something; who may not know of sums is told none. One that the balance does not pay for is not asked about: the server refuses it, and says why. */
export const confirmCost = async ({ cost, missing }: { cost: string; missing: string }): Promise<boolean> =>
  !cost ||
  centsOf(cost) === 0 ||
  centsOf(missing) > 0 ||
  confirm({ ...chargeMessages.question, text: `${chargeMessages.cost(centsOf(cost))}.` })
