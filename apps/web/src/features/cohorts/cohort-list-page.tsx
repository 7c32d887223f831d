import type { CohortCard } from '@escola/contract/cohorts.contract'
import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import { compareTitles, withoutAccents } from '@escola/contract/text'
import { pageTitles } from '@escola/contract/titles'
import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import classes from './cohort-list-page.module.css'
import { CohortMenu } from './cohort-menu.tsx'
import { cohortQueries } from './cohorts.queries.ts'
import { countStudents, summarizeCourses } from './courses-summary.ts'

/** @param unmatchedSales notice of sales that wait for an administrator to choose their class */
export function CohortListPage({ unmatchedSales }: { unmatchedSales: ReactNode }) {
  const { data } = usePrefetchedQuery(cohortQueries.list(useSchool().id))
  return (
    <Page
      title={pageTitles.cohorts}
      description="Cada turma diz quais alunos estudam quais cursos."
      actions={<CreateCohortButton />}
    >
      {unmatchedSales}
      {data.gatewayList.length > 0 ? (
        <CohortList cohorts={data.gatewayList} />
      ) : (
        <>
          <AssistantHint>
            Crie uma turma, escolha os cursos dela e traga os seus alunos: um por um ou de uma planilha.
          </AssistantHint>
          <EmptyState drawing="people" title="Você ainda não tem nenhuma turma" />
        </>
      )}
    </Page>
  )
}

/** From so many classes on, a list is searched rather than read. */
const searchedFrom = 7

const orders = {
  newest: { label: 'Mais novas primeiro', compare: () => 0 },
  title: { label: 'Por nome', compare: (a, b) => compareTitles(a.title, b.title) },
  students: { label: 'Mais alunos primeiro', compare: (a, b) => b.totalStudents - a.totalStudents },
} satisfies Record<string, { label: string; compare: (a: CohortCard, b: CohortCard) => number }>
type Order = keyof typeof orders

const fold = (text: string) => withoutAccents(text).toLowerCase().trim()

/** The server gives all classes, the newest first. */
function CohortList({ cohorts }: { cohorts: CohortCard[] }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>('newest')
  const found = cohorts.filter(({ title }) => fold(title).includes(fold(search))).toSorted(orders[order].compare)
  const archived = found.filter(({ is_archived }) => is_archived)
  const shown = found.filter(({ is_archived }) => !is_archived)
  return (
    <>
      {cohorts.length >= searchedFrom && (
        <Group gap="sm" align="end">
          <SearchBox label="Buscar turma" placeholder="Buscar turma" search={search} onSearch={setSearch} />
          <NativeSelect
            aria-label="Ordem das turmas"
            value={order}
            data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
            onChange={(event) => setOrder(event.currentTarget.value as Order)}
          />
        </Group>
      )}
      {found.length === 0 && <Text role="status">Nenhuma turma tem “{search}” no nome.</Text>}
      <CohortTiles cohorts={shown} />
      {archived.length > 0 && (
        // A search opens what it has found.
        <details open={search !== '' || undefined}>
          <summary>{countOf(archived.length, 'turma arquivada', 'turmas arquivadas')}</summary>
          <CohortTiles cohorts={archived} />
        </details>
      )}
    </>
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

const CohortTiles = ({ cohorts }: { cohorts: CohortCard[] }) => (
  <Tiles>
    {cohorts.map((cohort) => (
      <li key={cohort.id} className={classes.class}>
        <CohortTile cohort={cohort} />
        {!cohort.is_public && (
          <div className={classes.menu}>
            <CohortMenu cohort={cohort} isListed />
          </div>
        )}
      </li>
    ))}
  </Tiles>
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
      {(cohort.integrations.length > 0 || cohort.sales_ended) && (
        <Text size="xs" c="dimmed">
          {[platformsOf(cohort), cohort.sales_ended && 'vendas encerradas'].filter(Boolean).join(' · ')}
        </Text>
      )}
    </Tile>
  )
}

/** Each once, however often the class is sold there. */
const platformsOf = ({ integrations }: CohortCard) =>
  [...new Set(integrations.map(({ gateway }) => labels.providers[gateway]))].join(', ')
