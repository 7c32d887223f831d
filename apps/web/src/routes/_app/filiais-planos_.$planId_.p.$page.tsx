import { createFileRoute, redirect } from '@tanstack/react-router'
import { pageOf } from '../-list-search.ts'

export const Route = createFileRoute('/_app/filiais-planos_/$planId_/p/$page')({
  beforeLoad: ({ params: { planId, page } }) => {
    throw redirect({ to: '/filiais-planos/$planId', params: { planId }, search: { page: pageOf(page) }, replace: true })
  },
})
