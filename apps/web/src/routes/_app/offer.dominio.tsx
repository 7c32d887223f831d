import { createFileRoute } from '@tanstack/react-router'
import { DomainOfferPage } from '../../features/platform/domain-offer-page.tsx'
import { requireAdmin } from '../../session/guards.ts'

export const Route = createFileRoute('/_app/offer/dominio')({ beforeLoad: requireAdmin, component: DomainOfferPage })
