import { createFileRoute } from '@tanstack/react-router'
import { LowBalancePage } from '../../features/payments/low-balance-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/low-balance')({ beforeLoad: requireAdmin, component: LowBalancePage })
