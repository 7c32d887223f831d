import { z } from 'zod'
import { countOf } from './messages.ts'
import type { Permission } from './permissions.ts'
import { defineRoute } from './route.ts'
import { Done, Id, SchoolParams } from './wire.ts'

/** Changes of a release for some schools, of which their administrators are notified once. A further kind has its count on the server and its link on Hoje. */
export const releaseNoticeKinds = ['public_class', 'sums', 'phones', 'address'] as const
const ReleaseNoticeKind = z.enum(releaseNoticeKinds)
export type ReleaseNoticeKind = z.infer<typeof ReleaseNoticeKind>

/** Rights of those who do what a notice asks for: they are told, and mark it as read. */
export const releaseNoticeRights: Record<ReleaseNoticeKind, Permission> = {
  public_class: 'cohorts',
  sums: 'certificates',
  phones: 'students',
  address: 'settings',
}

export const ReleaseNotice = z.object({
  kind: ReleaseNoticeKind,
  /** How many things of the school it is about, as they are now. */
  count: z.number().int(),
  /** Id of the one thing that the notice leads to, such as the public class or the first model; null where it leads to a list. */
  subject_id: Id.nullable(),
})
export type ReleaseNotice = z.infer<typeof ReleaseNotice>

export const releaseNoticeTexts = {
  title: 'O que mudou na sua escola',
  read: 'Entendi',
  of: {
    public_class: {
      describe: (count: number) =>
        `“Todos os cursos” na turma pública não inclui mais os cursos privados, que só entram se você os escolher. ${countOf(count, 'curso privado que ela já tinha continua', 'cursos privados que ela já tinha continuam')} nela, e quem se cadastra sozinho estuda ${count === 1 ? 'nele' : 'neles'} de graça. Confira se é isso que você quer.`,
      action: 'Ver os cursos da turma pública',
    },
    sums: {
      describe: (count: number) =>
        `Um certificado que soma cursos guarda os cursos que você escolheu, e só é emitido quando todos contam. ${countOf(count, 'modelo está parado, porque um curso dele saiu', 'modelos estão parados, porque um curso deles saiu')} do ar ou foi apagado. Publique o curso de novo, ou salve o modelo sem ele.`,
      action: 'Ver o modelo parado',
    },
    phones: {
      describe: (count: number) =>
        `Cada telefone tem agora um país, e só recebe SMS ou WhatsApp quando o país é conhecido. ${countOf(count, 'aluno tem um telefone sem país', 'alunos têm um telefone sem país')}: na página do aluno, “Corrigir nome e telefone” acerta.`,
      action: 'Ver os alunos',
    },
    address: {
      describe: () =>
        'O endereço da sua escola passou a ser o de uma página da plataforma, e ela recebeu outro. Quem usa o antigo chega ao novo, e os links já enviados continuam valendo.',
      action: 'Ver o endereço da escola',
    },
  } satisfies Record<ReleaseNoticeKind, { describe: (count: number) => string; action: string }>,
}

export const releaseNotices = {
  read: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/release-notices/read',
    summary:
      'Mark as read, for the whole team, what a release changed for the school, with the right that the notice is for; doing it twice changes nothing',
    access: 'admin',
    may: ['settings', 'cohorts'],
    params: SchoolParams,
    body: z.object({ kind: ReleaseNoticeKind }),
    response: Done,
  }),
}
