import { z } from 'zod'
import { chargeMessages } from './charges.ts'
import { countOf } from './messages.ts'
import { centsOf } from './money.ts'
import { SchoolMoney } from './needs.ts'
import { salesPlatforms, TypedIds } from './sales.ts'
import { Id } from './wire.ts'

/** Products as they are typed for an integration, of an account that the school has; without one they are of a new account. */
export const SoldProducts = z.object({ gateway: z.enum(salesPlatforms), account_id: Id.optional(), ids: TypedIds })

/** Forecast of the sales that wait for a class and would come into it. */
export const SalesForecast = z.object({
  sales: z.number().int(),
  /** Students who are not in the class yet: each gets one mail. */
  mails: z.number().int(),
  cost: SchoolMoney,
})
export type SalesForecast = z.infer<typeof SalesForecast>

/**
 * Says what comes in with an act for which sales wait.
 * @param act its first words in the sentence
 */
export const describeForecast = ({ sales, mails, cost }: SalesForecast, act = 'Ao salvar'): string => {
  const waiting = countOf(sales, 'compra que esperava é processada', 'compras que esperavam são processadas')
  const joining = countOf(
    mails,
    'aluno entra na turma e recebe um e-mail',
    'alunos entram na turma e recebem um e-mail',
  )
  const cents = centsOf(cost)
  return `${act}, ${waiting}, e ${joining}.${cents === 0 ? '' : ` ${chargeMessages.cost(cents)}.`}`
}
