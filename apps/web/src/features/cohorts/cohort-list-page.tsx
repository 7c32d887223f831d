import type { CohortCard } from '@escola/contract/cohorts.contract'
import { Badge, Button, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { IconPlus, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMounted } from '../../autosave/use-mounted.ts'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notifyError } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import classes from './cohort-list-page.module.css'
import { cohortQueries, useCreateCohort } from './cohorts.queries.ts'
import { countStudents, summarizeCourses } from './courses-summary.ts'

export function CohortListPage() {
  const { data, error, refetch } = useQuery(cohortQueries.list(useSchool().id))
  const list = data?.gatewayList
  return (
    <Page
      title="Minhas turmas"
      description="Cada turma diz quais alunos estudam quais cursos."
      actions={<CreateCohortButton />}
    >
      {list ? (
        list.length > 0 ? (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} component="ul" className={classes.list}>
            {list.map((cohort) => (
              <li key={cohort.id}>
                <CohortTile cohort={cohort} />
              </li>
            ))}
          </SimpleGrid>
        ) : (
          <EmptyState
            icon={IconUsersGroup}
            title="Você ainda não tem nenhuma turma"
            text="Crie uma turma, escolha os cursos dela e traga os seus alunos: um por um ou de uma planilha."
          />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardSkeletons />
      )}
    </Page>
  )
}

function CreateCohortButton() {
  const create = useCreateCohort()
  const navigate = useNavigate()
  const mounted = useMounted()
  // Two clicks in one instant make one class, even before the button had time to be disabled.
  const isCreating = useRef(false)
  const handleClick = async () => {
    if (isCreating.current) return
    isCreating.current = true
    try {
      const { gateway } = await create.mutateAsync()
      if (mounted.current)
        await navigate({ to: '/turma/$cohortId', params: { cohortId: gateway.id }, state: { isNew: true } })
    } catch (error) {
      notifyError(error)
    } finally {
      isCreating.current = false
    }
  }
  return (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      loading={create.isPending}
      onClick={() => void handleClick()}
    >
      Criar Turma
    </Button>
  )
}

function CohortTile({ cohort }: { cohort: CohortCard }) {
  return (
    <Link to="/turma/$cohortId" params={{ cohortId: cohort.id }} className={classes.card}>
      <Title order={2} size="h3" lineClamp={2}>
        {cohort.title}
      </Title>
      <Text c="dimmed" size="sm" lineClamp={2}>
        {summarizeCourses(cohort, cohort.degreeTitles)}
      </Text>
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
          {cohort.integrations.map(({ title }) => title).join(', ')}
        </Text>
      )}
    </Link>
  )
}

function CardSkeletons() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} role="status" aria-label="Carregando turmas">
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <Skeleton key={card} height={150} radius="lg" />
      ))}
    </SimpleGrid>
  )
}
