import { changeLabel } from '@escola/contract/change-labels'
import { countOf } from '@escola/contract/messages'
import type { PlatformVisit } from '@escola/contract/platform.contract'
import { formatDateTime, formatTime } from '@escola/contract/time'
import { accessLogTitle } from '@escola/contract/titles'
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { LogTabs } from '../../ui/log-tabs.tsx'
import { platformQueries } from './platform.queries.ts'

/** The visits of the platform's administrators to this school, and what they changed (decision 25). */
export function AccessLogPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const schoolId = useSchool().id
  const { data, isLoading } = useQueryTable(page, (page) => platformQueries.accessLog(schoolId, page))
  const { list, ...paging } = data.visits
  return (
    <ListPage
      title={accessLogTitle}
      description="Quem administra a plataforma pode entrar na sua escola para ajudar. Cada visita fica registrada aqui, com tudo que foi alterado."
      narrow
      back={{ to: '/config' }}
      filters={<LogTabs current="platform" />}
      listed={data.visits}
      onPage={onPage}
      empty={{
        drawing: 'papers',
        title: 'Ninguém da plataforma entrou na sua escola',
        text: 'Quando alguém entrar, você vê aqui quem foi, quando e o que mudou.',
      }}
    >
      <Stack aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
        {list.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
        <Pager {...paging} onPage={onPage} label="Páginas de acessos" />
      </Stack>
    </ListPage>
  )
}

function Visit({ visit }: { visit: PlatformVisit }) {
  const { name, utc_began_on, utc_seen_on, total_changes, changes } = visit
  return (
    <Paper p="lg" component="article">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {spanOf(formatDateTime(utc_began_on), formatDateTime(utc_seen_on))}
        </Text>
      </Group>
      <Text size="sm" mt={4}>
        {total_changes === 0 ? 'Só olhou: nada foi alterado.' : countOf(total_changes, 'alteração', 'alterações')}
        {total_changes > changes.length && `, das quais as últimas ${changes.length}`}
      </Text>
      {changes.length > 0 && (
        <Stack component="ul" gap={6} p={0} mt="sm" mb={0}>
          {changes.map(({ id, route, was_refused, utc_made_on }) => (
            <Group key={id} component="li" gap="4px 12px" fz="sm">
              <Text span inherit c="dimmed">
                {formatTime(utc_made_on)}
              </Text>
              {changeLabel(route)}
              {was_refused && (
                <Badge color="gray" variant="light" size="sm">
                  Recusado
                </Badge>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Paper>
  )
}

/** Writes the end of a visit: on the day of its start the hour is enough; within the same minute, nothing is written. */
function spanOf(began: string, seen: string) {
  const [day, hour] = seen.split(', ')
  if (began === seen) return began
  return `${began} – ${began.startsWith(`${day},`) ? hour : seen}`
}
