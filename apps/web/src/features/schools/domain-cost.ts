import { chargeMessages } from '@escola/contract/charges'
import { centsOf } from '@escola/contract/money'
import { useAppContext } from '../../session/context.ts'

/** Says what an own domain costs the school; '' where it costs nothing. */
export const useDomainCost = () => chargeMessages.domain(centsOf(useAppContext().resource.price_ssl))
