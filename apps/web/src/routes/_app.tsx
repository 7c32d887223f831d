import { createFileRoute } from '@tanstack/react-router'
import { Shell } from '../features/shell/shell.tsx'
import { requireSchool } from '../session/guards.ts'

export const Route = createFileRoute('/_app')({ beforeLoad: requireSchool, component: Shell })
