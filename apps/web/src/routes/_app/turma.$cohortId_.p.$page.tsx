import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageOf } from '../-list-search.ts'

export const Route = createFileRoute('/_app/turma/$cohortId_/p/$page')({
  beforeLoad: ({ params: { cohortId, page } }) => {
    throw redirect({ to: '/turma/$cohortId', params: { cohortId }, search: { page: pageOf(page) }, replace: true })
  },
})
