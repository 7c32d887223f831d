import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageSearch } from '../-page-search.ts'

export const Route = createFileRoute('/_app/turma/$gatewayId_/p/$page')({
  beforeLoad: ({ params: { gatewayId, page } }) => {
    throw redirect({ to: '/turma/$gatewayId', params: { gatewayId }, search: pageSearch(page), replace: true })
  },
})
