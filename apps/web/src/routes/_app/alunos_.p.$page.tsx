import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageOf } from '../-list-search.ts'

export const Route = createFileRoute('/_app/alunos_/p/$page')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/alunos', search: { page: pageOf(params.page) }, replace: true })
  },
})
