import { z } from 'zod'
import { chargeMessages } from './charges.ts'
import { countOf } from './messages.ts'
import { centsOf } from './money.ts'
import { SchoolMoney } from './needs.ts'

/** Things that go with a class that is deleted. */
export const CohortRemoval = z.object({
  totalStudents: z.number().int(),
  /** Number of published courses that its students lose. */
  opens: z.number().int(),
  /** Integrations with sales platforms. */
  integrations: z.number().int(),
  /** Sales that wait and are of a product that the class sells. */
  waiting_sales: z.number().int(),
  /** Integrations of the access API. */
  api_integrations: z.number().int(),
  /** Dates of modules, and modules opened by hand, in the class's calendar. */
  dates: z.number().int(),
  /** Sum that the present month has charged for its students, which stays charged. */
  charged: SchoolMoney,
  /** Students whom the next charge of a subscription would bring to it, or keep in it. */
  renewing: z.number().int(),
  /** Number of those who are out of it until then. */
  lapsed: z.number().int(),
})
export type CohortRemoval = z.infer<typeof CohortRemoval>

/** Tells what becomes of some of the students of a class that is deleted. */
const describeLoss = (count: number, { opens }: Pick<CohortRemoval, 'opens'>, who: [string, string]) => {
  const losing = count === 1 ? 'perde' : 'perdem'
  const loss = opens ? `, mas ${losing} o acesso ${opens === 1 ? 'ao curso' : `aos ${opens} cursos`} da turma` : ''
  return `${countOf(count, `${who[0]} continua`, `${who[1]} continuam`)} na escola${loss}.`
}

/** Answer about those who subscribe; '' is none yet. */
export type RenewalsWay = '' | 'move' | 'end'

/** Tells what becomes of the students of a class that is deleted, as far as that is decided. */
function describeStudents(removal: CohortRemoval, way: RenewalsWay): string {
  const { totalStudents, renewing, lapsed } = removal
  if (totalStudents === 0) return 'Ninguém está nela.'
  const moving = Math.min(totalStudents, renewing - lapsed)
  const staying = totalStudents - moving
  if (way === 'end' || moving === 0) return describeLoss(totalStudents, removal, ['aluno', 'alunos'])
  const there = way === 'move' && `${countOf(moving, 'aluno vai', 'alunos vão')} para a outra turma.`
  const others = there ? (['outro', 'outros'] as [string, string]) : (['aluno', 'alunos'] as [string, string])
  return [there, staying > 0 && describeLoss(staying, removal, others)].filter(Boolean).join(' ')
}

/**
 * Tells in sentences what goes with a class that is deleted.
 * @param way answer about those who subscribe: what is not decided yet is not told
 */
export function describeRemoval(title: string, removal: CohortRemoval, way: RenewalsWay = 'end'): string {
  const { integrations, waiting_sales: sales, api_integrations: api, dates, charged } = removal
  return [
    `A turma “${title}” será apagada.`,
    describeStudents(removal, way),
    integrations &&
      `${countOf(integrations, 'integração de venda some', 'integrações de venda somem')} com ela, e novas compras não matriculam mais ninguém aqui.`,
    sales && `${countOf(sales, 'venda que espera fica', 'vendas que esperam ficam')} sem esta turma.`,
    api && `${countOf(api, 'integração da API de acesso para', 'integrações da API de acesso param')} de matricular.`,
    dates &&
      `${countOf(dates, 'data ou liberação', 'datas e liberações')} do calendário dela também se perde${dates === 1 ? '' : 'm'}.`,
    chargeMessages.stays(centsOf(charged)).trim(),
  ]
    .filter(Boolean)
    .join(' ')
}
