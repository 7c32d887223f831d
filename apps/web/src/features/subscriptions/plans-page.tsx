import { allFreeText, billingTitles } from '@escola/contract/billing-texts'
import { planIds, plans } from '@escola/contract/prices'
import { Alert } from '@mantine/core'
import { useAppContext } from '../../session/context.ts'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import { BankTabs } from '../../ui/money/bank-tabs.tsx'
import { Page } from '../../ui/page.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanState } from './plan-state.tsx'

/** The three plans of a school (part 2 §2, §9). */
export function PlansPage() {
  const { billing, resource } = useAppContext()
  return (
    <Page
      title={billingTitles.plans}
      description="O que cada plano inclui. Alunos além dos grátis, domínios e SMS saem do saldo da escola."
    >
      <BankTabs current="plans" />
      {billing ? (
        <>
          <PlanState />
          <CardGrid width="16rem" fits aria-label={billingTitles.plans}>
            {planIds.map((id, index) => (
              <PlanCard
                key={id}
                plan={plans[id]}
                isCurrent={resource.plan_id === id}
                isNext={index > 0 && resource.plan_id === planIds[index - 1]}
              />
            ))}
          </CardGrid>
        </>
      ) : (
        <Alert>{allFreeText}</Alert>
      )}
    </Page>
  )
}
