import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/alunos_/$id')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/aluno/$link', params: { link: params.id }, replace: true })
  },
})
