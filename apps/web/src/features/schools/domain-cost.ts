import { chargeMessages } from '@escola/contract/charges'
import { centsOf } from '@escola/contract/money'
import { useAppContext } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'

/** Says what an own domain costs the school; '' where it costs nothing. */
export function useDomainCost() {
  const { resource } = useAppContext()
  return useRights().may('money') ? chargeMessages.domain(centsOf(resource.price_ssl)) : ''
}
