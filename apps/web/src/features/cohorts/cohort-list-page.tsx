import type { CohortCard } from '@escola/contract/cohorts.contract'
import { labels } from '@escola/contract/labels'
import { pageTitles } from '@escola/contract/titles'
import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPlus, IconReceipt, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import classes from './cohort-list-page.module.css'
import { cohortQueries } from './cohorts.queries.ts'
import { countStudents, summarizeCourses } from './courses-summary.ts'

/** @param unmatchedSales notice of sales that wait for an administrator to choose their class */
export function CohortListPage({ unmatchedSales }: { unmatchedSales: ReactNode }) {
  const { data } = usePrefetchedQuery(cohortQueries.list(useSchool().id))
  return (
    <Page
      title={pageTitles.cohorts}
      description="Cada turma diz quais alunos estudam quais cursos."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconReceipt size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/vendas" />}
          >
            Vendas recebidas
          </Button>
          <CreateCohortButton />
        </>
      }
    >
      {unmatchedSales}
      {data.gatewayList.length > 0 ? (
        <Tiles>
          {data.gatewayList.map((cohort) => (
            <li key={cohort.id}>
              <CohortTile cohort={cohort} />
            </li>
          ))}
        </Tiles>
      ) : (
        <>
          <AssistantHint>
            Crie uma turma, escolha os cursos dela e traga os seus alunos: um por um ou de uma planilha.
          </AssistantHint>
          <EmptyState icon={IconUsersGroup} title="Você ainda não tem nenhuma turma" />
        </>
      )}
    </Page>
  )
}

const CreateCohortButton = () => (
  <Button
    leftSection={<IconPlus size={18} aria-hidden />}
    renderRoot={(props) => <Link {...props} to="/turma/criar" preload={false} />}
  >
    Criar Turma
  </Button>
)

function CohortTile({ cohort }: { cohort: CohortCard }) {
  return (
    <Tile
      to="/turma/$cohortId"
      params={{ cohortId: cohort.id }}
      title={cohort.title}
      text={summarizeCourses(cohort, cohort.degreeTitles)}
    >
      <Group justify="space-between" gap="xs" mt="auto">
        <span className={classes.students}>
          <IconUsers size={18} aria-hidden />
          {countStudents(cohort.totalStudents)}
        </span>
        {cohort.is_public && (
          <Badge variant="light" tt="none" fw={600}>
            pública
          </Badge>
        )}
      </Group>
      {cohort.integrations.length > 0 && (
        <Text size="xs" c="dimmed">
          {platformsOf(cohort)}
        </Text>
      )}
    </Tile>
  )
}

/** Each once, however often the class is sold there. */
const platformsOf = ({ integrations }: CohortCard) =>
  [...new Set(integrations.map(({ gateway }) => labels.providers[gateway]))].join(', ')
