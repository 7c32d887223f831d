import { z } from 'zod'
import { countOf } from './messages.ts'
import { SchoolMoney } from './needs.ts'
import { defineRoute } from './route.ts'
import { Id, SchoolParams } from './wire.ts'

export const renewalTexts = {
  add: (students: number) => `Adicionar quem já assina (${students.toLocaleString('pt-BR')})`,
  question: (students: number) =>
    `${countOf(students, 'aluno já assina', 'alunos já assinam')} um produto desta turma e ${students === 1 ? 'estuda' : 'estudam'} em outra. As renovações ficam onde cada um está: só ${students === 1 ? 'entra' : 'entram'} aqui se você adicionar. Quem entra continua também na outra turma, e as próximas cobranças valem nas duas.`,
  begun: (students: number) =>
    `${countOf(students, 'aluno está sendo adicionado', 'alunos estão sendo adicionados')}. Você pode sair desta página.`,
  done: (students: number) => `${countOf(students, 'aluno adicionado', 'alunos adicionados')}!`,
}

const CohortParams = SchoolParams.extend({ id: Id })

/** Students who pay a subscription of a product that a class sells, and are in another class by it. */
export const renewals = {
  forecast: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/gateway/:id/renewals',
    summary:
      'How many students subscribe to what a class sells and are in another one by it, and what adding them costs',
    access: 'admin',
    may: 'cohorts',
    params: CohortParams,
    response: z.object({ students: z.number().int(), cost: SchoolMoney, missing: SchoolMoney }),
  }),
  add: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/gateway/:id/renewals',
    summary: 'Add those students to the class; their renewals go on in both',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    params: CohortParams,
    /** A change of many students adds them where they are many. */
    response: z.object({ students: z.number().int(), bulk_id: Id.nullable() }),
  }),
}
