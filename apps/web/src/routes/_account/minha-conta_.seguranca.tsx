import { createFileRoute } from '@tanstack/react-router'
import { devicesQuery } from '../../features/security/devices.queries.ts'
import { SecurityPage } from '../../features/security/security-page.tsx'
import { contextQuery } from '../../session/context.ts'
import { toLogin } from '../../session/guards.ts'
import { securityQuery } from '../../session/security.ts'

export const Route = createFileRoute('/_account/minha-conta_/seguranca')({
  loader: async ({ context: { queryClient }, location }) => {
    if (!(await queryClient.ensureQueryData(contextQuery)).user) throw toLogin(location)
    await Promise.all([queryClient.ensureQueryData(securityQuery), queryClient.ensureQueryData(devicesQuery)])
  },
  component: SecurityPage,
})
