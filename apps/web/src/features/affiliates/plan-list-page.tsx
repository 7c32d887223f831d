import { type AffiliatePlanCard, summarizePlan } from '@escola/contract/affiliates.contract'
import { countOf } from '@escola/contract/messages'
import { affiliatePlansTitle } from '@escola/contract/titles'
import { Button, SimpleGrid, Text, Title } from '@mantine/core'
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { usePrefetchedQuery } from '../../ui/use-prefetched-query.ts'
import classes from './affiliates.module.css'
import { affiliateQueries } from './affiliates.queries.ts'

export function PlanListPage() {
  const { data } = usePrefetchedQuery(affiliateQueries.plans(useSchool().id))
  return (
    <Page
      title={affiliatePlansTitle}
      description="Cada plano diz quais cursos seus outras escolas podem oferecer."
      actions={
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/filiais-planos/criar" preload={false} />}
        >
          Criar Plano
        </Button>
      }
    >
      {data.schoolTemplatesPlans.length > 0 ? (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" className={classes.list}>
          {data.schoolTemplatesPlans.map((plan) => (
            <li key={plan.id}>
              <PlanCard plan={plan} />
            </li>
          ))}
        </SimpleGrid>
      ) : (
        <>
          <AssistantHint>
            Crie um plano, escolha os cursos dele e convide as suas filiais: elas oferecem os cursos como se fossem
            delas, sempre atualizados.
          </AssistantHint>
          <EmptyState icon={IconBuildingCommunity} title="Você ainda não tem nenhum plano" />
        </>
      )}
    </Page>
  )
}

const PlanCard = ({ plan }: { plan: AffiliatePlanCard }) => (
  <Link to="/filiais-planos/$planId" params={{ planId: plan.id }} className={`${classes.card} ${classes.plan}`}>
    <Title order={2} size="h3" lineClamp={2}>
      {plan.title}
    </Title>
    <Text c="dimmed" size="sm" lineClamp={2}>
      {summarizePlan(plan, plan.degreeTitles)}
    </Text>
    <span className={classes.count}>
      <IconBuildingCommunity size={18} aria-hidden />
      {countOf(plan.totalSchools, 'escola', 'escolas')}
    </span>
  </Link>
)
