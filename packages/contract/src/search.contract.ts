import { z } from 'zod'
import { needs } from './needs.ts'
import { defineRoute } from './route.ts'
import { storableName } from './text.ts'
import { Id, SchoolParams } from './wire.ts'

/** Limits of the search over everything; the searches of lists have shorter texts of their own. */
export const wholeSearchLimits = { max: 100, perKind: 8 } as const

export const searchTexts = {
  title: 'Buscar',
  placeholder: 'Buscar na escola',
  ofStudent: 'Buscar cursos e aulas',
  none: 'Nada encontrado. Confira o que você digitou.',
  hint: 'Digite um nome, um e-mail, um telefone, o código de uma compra, um curso, uma aula ou uma turma.',
  hintOfStudent: 'Digite o nome de um curso ou de uma aula.',
  failed: 'A busca não respondeu. Tente outra vez.',
} as const

/** Things of one kind, at most `perKind` of each. */
const Found = z.object({
  students: needs('students', z.array(z.object({ link: z.string(), name: z.string(), email: z.string() })), []),
  /** The field student_link is '' where no student of the school has the buyer's e-mail. */
  purchases: needs(
    'sales',
    z.array(z.object({ transaction: z.string(), buyer_name: z.string(), student_link: z.string() })),
    [],
  ),
  degrees: z.array(z.object({ link: z.string(), title: z.string() })),
  contents: z.array(
    z.object({ link: z.string(), title: z.string(), degree_link: z.string(), degree_title: z.string() }),
  ),
  school_gateways: z.array(z.object({ id: Id, title: z.string() })),
})
export type Found = z.infer<typeof Found>

export const search = {
  everything: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/search',
    summary:
      'People, purchases, courses, lessons and classes for administrators; for students the courses and lessons that they may open',
    access: 'member',
    rateLimit: 'search',
    params: SchoolParams,
    query: z.object({
      q: z.string().max(wholeSearchLimits.max).transform(storableName),
      /** An administrator who looks at the school as its students do finds what is published. */
      view: z.enum(['admin', 'student']).default('admin'),
    }),
    response: Found,
  }),
}
