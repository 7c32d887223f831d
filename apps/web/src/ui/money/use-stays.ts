import { chargeMessages } from '@escola/contract/charges'
import { charges } from '@escola/contract/charges.contract'
import { centsOf } from '@escola/contract/money'
import { api } from '../../api/client.ts'
import { useAppContext, useSchool } from '../../session/context.ts'

/** Reads, for a question about students who leave, the sentence with the sum that stays charged; '' where there is none. */
export function useStays() {
  const { id: schoolId } = useSchool()
  const { billing } = useAppContext()
  return async (userIds: string[]): Promise<string> => {
    if (!billing) return ''
    const { charged } = await api(charges.already, { params: { schoolId }, body: { user_ids: userIds } })
    return chargeMessages.stays(centsOf(charged))
  }
}
