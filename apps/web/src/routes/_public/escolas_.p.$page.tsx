import { createFileRoute, redirect } from '@tanstack/react-router'

/** The schools of one person fit on one page. */
export const Route = createFileRoute('/_public/escolas_/p/$page')({
  beforeLoad: () => {
    throw redirect({ to: '/escolas', replace: true })
  },
})
