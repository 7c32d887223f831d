import { isPack } from '@escola/contract/prices'
import { schoolUrlOf } from '../../core/base-path.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { findSchoolDetails } from './customers.queries.ts'
import type { PaymentRow } from './payments.queries.ts'

/** Builds the address of the page that shows a payment. */
export async function pageOfPayment(
  school: School,
  { key, item }: Pick<PaymentRow, 'key' | 'item'>,
  { config }: Pick<Tools, 'config'>,
): Promise<string> {
  const details = await school.tx(findSchoolDetails)
  const page = isPack(item) ? 'add-saldo' : 'trocar-plano'
  const home = schoolUrlOf(config.publicUrl, { ...details, id: school.id })
  return `${home}/${page}/${item}?pagamento=${encodeURIComponent(key)}`
}
