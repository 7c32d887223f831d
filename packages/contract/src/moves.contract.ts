import { z } from 'zod'
import { countOf } from './messages.ts'
import { SchoolMoney } from './needs.ts'
import { defineRoute } from './route.ts'
import { RunProgress } from './runs.ts'
import { Id, SchoolParams } from './wire.ts'

/** Which students of a class are moved: all, or those enrolled for longer than that (part 2 §7, §9). */
export const moveFrequencies = ['all', 'year', '6month', 'month'] as const
export type MoveFrequency = (typeof moveFrequencies)[number]

export const moveMessages = {
  frequency: 'Por favor, selecione uma frequencia',
  target: 'Por favor, selecione uma turma',
  same: 'Escolha outra turma: os alunos já estão nesta',
  underWay: 'Os alunos desta turma já estão sendo movidos. Aguarde terminar',
  seats: (seats: number, joining: number) =>
    `Esta turma só tem ${countOf(seats, 'vaga', 'vagas')}, e ${countOf(joining, 'aluno iria', 'alunos iriam')} para ela`,
  confirm: 'Tem certeza que deseja migrar os alunos?',
  done: 'Alunos movidos!',
  partly: (moved: number, total: number) => `${moved} de ${countOf(total, 'aluno movido', 'alunos movidos')}.`,
}

export const frequencyLabels: Record<MoveFrequency, string> = {
  all: 'Todos os alunos',
  year: 'Matriculados há mais de 1 ano',
  '6month': 'Matriculados há mais de 6 meses',
  month: 'Matriculados há mais de 1 mês',
}

export const Move = RunProgress.extend({
  school_gateway_id: Id,
  /** Title of the class that the students go to. */
  title: z.string(),
  moved: z.number().int(),
})
export type Move = z.infer<typeof Move>

export const NewMove = z.object({
  migrateStudentsFrequency: z.enum(moveFrequencies, moveMessages.frequency),
  migrateStudentsTo: z.string(moveMessages.target).refine((id) => Id.safeParse(id).success, moveMessages.target),
})

const CohortParams = SchoolParams.extend({ id: Id })

export const moves = {
  forecast: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/migrate',
    summary:
      'How many students of a class each frequency would move, what it would cost now, and what the month has charged for them',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    response: z.object({
      students: z.record(z.enum(moveFrequencies), z.number().int()),
      /** Price of those beyond the free ones who count from now on. */
      costs: z.record(z.enum(moveFrequencies), SchoolMoney),
      /** Sum that the present month has charged for them, which stays charged. */
      charged: z.record(z.enum(moveFrequencies), SchoolMoney),
    }),
  }),
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/migrate',
    summary: 'Move students to another class; each keeps the day of enrolment and the end of the access',
    access: 'admin',
    may: 'cohorts',
    status: 202,
    params: CohortParams,
    body: NewMove,
    response: z.object({ move: Move }),
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/migrate/latest',
    summary: 'How far the latest move of a class is',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    response: z.object({ move: Move.nullable() }),
  }),
}
