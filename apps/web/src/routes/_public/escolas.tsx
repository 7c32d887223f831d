import { createFileRoute } from '@tanstack/react-router'
import { SchoolListPage } from '../../features/accounts/school-list-page.tsx'
import { requirePerson } from '../../session/guards.ts'

export const Route = createFileRoute('/_public/escolas')({ beforeLoad: requirePerson, component: SchoolListPage })
