import { z } from 'zod'
import { defineRoute } from './route.ts'
import { Link, SchoolParams } from './wire.ts'

/** Students of a course who are counted for the sentence beside the switch; with more, the numbers are lower bounds. */
export const orderReachLimit = 2000

export const OrderReach = z.object({
  /** Students who have begun the course and would find a lesson closed that they may open today. */
  closing: z.number().int(),
  /** Students who have opened lessons that others would hold back, and how many: these stay open. */
  kept: z.object({ students: z.number().int(), lessons: z.number().int() }),
  /** Whether all students who have begun the course were counted. */
  isWhole: z.boolean(),
})
export type OrderReach = z.infer<typeof OrderReach>

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('pt-BR')} ${number === 1 ? one : many}`

export const orderTexts = {
  label: 'Aulas em ordem',
  description: 'Cada aula abre quando a anterior é concluída',
  preview: 'Em cada módulo liberado, uma aula abre quando a anterior é concluída.',
  counting: 'Contando os alunos que já começaram…',
  /** Sentences of what the switch does to students who have begun the course. */
  reach: ({ closing, kept, isWhole }: OrderReach): string => {
    const least = isWhole ? '' : 'pelo menos '
    const closes =
      closing === 0
        ? 'Nenhuma aula se fecha para quem já começou o curso.'
        : `Para ${least}${count(closing, 'aluno que já começou', 'alunos que já começaram')} o curso, fecham-se aulas que ainda não abriram.`
    const stays = kept.lessons === 1 ? 'que já abriu continua aberta' : 'que já abriram continuam abertas'
    const keeps = `Para ${least}${count(kept.students, 'aluno', 'alunos')}, ${count(kept.lessons, 'aula', 'aulas')} ${stays}.`
    return kept.lessons === 0 ? closes : `${closes} ${keeps}`
  },
} as const

export const lessonOrder = {
  reach: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link/order-reach',
    summary: 'What putting the lessons of a course in order closes and leaves open to students who have begun it',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: SchoolParams.extend({ link: Link }),
    response: z.object({ reach: OrderReach }),
  }),
}
