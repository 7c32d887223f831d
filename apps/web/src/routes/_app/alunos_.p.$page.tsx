import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageSearch } from '../-page-search.ts'

export const Route = createFileRoute('/_app/alunos_/p/$page')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/alunos', search: pageSearch(params.page), replace: true })
  },
})
