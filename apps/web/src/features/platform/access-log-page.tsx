import { adminTexts, countOf } from '@escola/contract/messages'
import { changeLabel, type PlatformVisit } from '@escola/contract/platform.contract'
import { formatDateTime, formatTime } from '@escola/contract/time'
import { accessLogTitle } from '@escola/contract/titles'
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconSearchOff, IconShieldCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { platformQueries } from './platform.queries.ts'

/** Who of the platform was in this school, and what they changed (decision 25). */
export function AccessLogPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const shown = useDeferredValue(page)
  const { visits } = useSuspenseQuery(platformQueries.accessLog(useSchool().id, shown)).data
  const { total, rowsPerPage, list } = visits
  return (
    <Page
      title={accessLogTitle}
      description="Quem administra a plataforma pode entrar na sua escola para ajudar. Cada visita fica registrada aqui, com tudo que foi alterado."
      narrow
    >
      {list.length > 0 ? (
        <Stack aria-busy={shown !== page} opacity={shown === page ? 1 : 0.6}>
          {list.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
          <Pager page={page} total={total} rowsPerPage={rowsPerPage} onPage={onPage} label="Páginas de acessos" />
        </Stack>
      ) : total > 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title="Esta página não existe mais"
          action={
            <Button variant="light" onClick={() => onPage(1)}>
              {adminTexts.toFirstPage}
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={IconShieldCheck}
          title="Ninguém da plataforma entrou na sua escola"
          text="Quando alguém entrar, você vê aqui quem foi, quando e o que mudou."
        />
      )}
    </Page>
  )
}

function Visit({ visit }: { visit: PlatformVisit }) {
  const { name, utc_began_on, utc_seen_on, total_changes, changes } = visit
  return (
    <Paper withBorder radius="lg" p="lg" component="article">
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

/** On the day that it began the hour of its end is enough; in the same minute, nothing. */
function spanOf(began: string, seen: string) {
  const [day, hour] = seen.split(', ')
  if (began === seen) return began
  return `${began} – ${began.startsWith(`${day},`) ? hour : seen}`
}
