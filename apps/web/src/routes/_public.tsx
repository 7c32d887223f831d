import { createFileRoute } from '@tanstack/react-router'
import { PublicFrame } from '../features/shell/public-frame.tsx'

export const Route = createFileRoute('/_public')({ component: PublicFrame })
