import { noticeTexts } from '@escola/contract/notices.contract'
import { Group, Stack, Text } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { notifyError } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { noticeQueries, useSwitchOff } from './notices.queries.ts'

/** Page behind a digest's link. Mail programs open links too, so only a button switches anything off. */
export function NoticesOffPage({ token }: { token: string }) {
  const { id, name } = useSchool()
  const { switches } = usePrefetchedQuery(noticeQueries.byLink(id, token)).data
  const { mutate, isPending, variables } = useSwitchOff(token)
  return (
    <Page title="Avisos da escola" description={`O que ${name} avisa a você, por e-mail e no sino.`} narrow>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {switches.map(({ kind, is_on }) => (
          <Group key={kind} component="li" justify="space-between" gap="xs">
            <Text>{noticeTexts[kind].label}</Text>
            {is_on ? (
              <BusyButton
                variant="default"
                size="compact-md"
                busy={isPending && variables === kind}
                aria-label={`Não avisar mais: ${noticeTexts[kind].label}`}
                onClick={() => mutate(kind, { onError: (error) => notifyError(error) })}
              >
                Não avisar mais
              </BusyButton>
            ) : (
              <Text c="dimmed" size="sm">
                Desligado
              </Text>
            )}
          </Group>
        ))}
      </Stack>
      <Text c="dimmed" size="sm">
        Para ligar de novo, entre na escola e abra Notificações.
      </Text>
    </Page>
  )
}
