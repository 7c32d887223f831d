import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_info/escolas_/p/$page')({
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/escolas', search: { ...search, page: Number(params.page) }, replace: true })
  },
})
