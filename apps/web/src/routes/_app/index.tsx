import { createFileRoute } from '@tanstack/react-router'
import { AdminHome } from '../../features/shell/admin-home.tsx'

export const Route = createFileRoute('/_app/')({ component: AdminHome })
