import { type AffiliatePlanCard, summarizePlan } from '@escola/contract/affiliates.contract'
import { countOf } from '@escola/contract/messages'
import { affiliatePlansTitle } from '@escola/contract/titles'
import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import classes from './affiliates.module.css'
import { affiliateQueries } from './affiliates.queries.ts'

export function PlanListPage() {
  const { data } = usePrefetchedQuery(affiliateQueries.plans(useSchool().id))
  return (
    <Page
      title={affiliatePlansTitle}
      description="Cada plano diz quais dos seus cursos outras escolas podem oferecer."
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
        <Tiles>
          {data.schoolTemplatesPlans.map((plan) => (
            <li key={plan.id}>
              <PlanCard plan={plan} />
            </li>
          ))}
        </Tiles>
      ) : (
        <>
          <AssistantHint>
            Crie um plano, escolha os cursos dele e convide as suas filiais: elas oferecem os cursos como se fossem
            delas, sempre atualizados.
          </AssistantHint>
          <EmptyState drawing="people" title="Você ainda não tem nenhum plano" />
        </>
      )}
    </Page>
  )
}

const PlanCard = ({ plan }: { plan: AffiliatePlanCard }) => (
  <Tile
    to="/filiais-planos/$planId"
    params={{ planId: plan.id }}
    title={plan.title}
    text={summarizePlan(plan, plan.degreeTitles)}
  >
    <span className={classes.count}>
      <IconBuildingCommunity size={18} aria-hidden />
      {countOf(plan.totalSchools, 'escola', 'escolas')}
    </span>
  </Tile>
)
