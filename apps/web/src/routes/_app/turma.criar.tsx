import { createFileRoute, redirect } from '@tanstack/react-router'

/** A class is made by a button, not by opening an address: a page that is loaded twice must not make two. */
export const Route = createFileRoute('/_app/turma/criar')({
  beforeLoad: () => {
    throw redirect({ to: '/turmas' })
  },
})
