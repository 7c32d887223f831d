import { chargeMessages } from '@escola/contract/charges'
import { charges } from '@escola/contract/charges.contract'
import { centsOf } from '@escola/contract/money'
import { api } from '../../api/client.ts'
import { useAppContext, useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'

/** Reads, for a question about students who leave, the sentence with the sum that stays charged; '' where there is none. */
export function useStays() {
  const { id: schoolId } = useSchool()
  const { billing } = useAppContext()
  const { may } = useRights()
  return async (userIds: string[]): Promise<string> => {
    if (!billing || !may('money')) return ''
    const { charged } = await api(charges.already, { params: { schoolId }, body: { user_ids: userIds } })
    return chargeMessages.stays(centsOf(charged))
  }
}
