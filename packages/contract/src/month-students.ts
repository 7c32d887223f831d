import { z } from 'zod'
import { countOf } from './messages.ts'

/** Students of the present month beside the free ones of the plan. */
export const MonthStudents = z.object({
  /** Students who are counted in the month, and those whom its run is going to count. */
  counted: z.number().int(),
  /** Students of the month who were charged, by the plan of their moment; 0 while free places are left. */
  charged: z.number().int(),
  /** Free students of the present plan. */
  free: z.number().int(),
})
export type MonthStudents = z.infer<typeof MonthStudents>

/** Says how many free students are used, or how many are charged: '3 de 15 alunos grátis usados neste mês'. */
export function freeStudentsText({ counted, charged, free }: MonthStudents): string {
  // Students who were counted by a greater plan were free there, and stay so.
  if (counted > free && charged > 0)
    return `${countOf(counted, 'aluno', 'alunos')} neste mês: ${(counted - charged).toLocaleString('pt-BR')} grátis, ${countOf(charged, 'cobrado', 'cobrados')}`
  return `${Math.min(counted, free).toLocaleString('pt-BR')} de ${countOf(free, 'aluno grátis usado', 'alunos grátis usados')} neste mês`
}
