import { confirm } from '../questions/confirm.ts'

/** Warning about a class that opens no published course yet. */
export const opensNothing =
  'Esta turma ainda não dá acesso a nenhum curso publicado: quem receber o convite entra e não encontra nenhuma aula.'

/** A student who is invited to a class that opens nothing finds an empty page. */
export const confirmInvitation = async ({ opens }: { opens: number }) =>
  opens > 0 ||
  confirm({
    title: 'Convidar para uma turma sem cursos?',
    text: opensNothing,
    confirmLabel: 'Convidar mesmo assim',
  })
