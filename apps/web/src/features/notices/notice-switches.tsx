import { noticeTexts } from '@escola/contract/notices.contract'
import { Stack, Switch } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { notifyError } from '../../ui/notify.ts'
import { Section } from '../../ui/section.tsx'
import { noticeQueries, useSaveSwitch } from './notices.queries.ts'

/** Lets an administrator choose the news that they get. */
export function NoticeSwitches() {
  const { switches } = usePrefetchedQuery(noticeQueries.own(useSchool().id)).data
  const { mutate, isPending, variables } = useSaveSwitch()
  return (
    <Section title="Avisos que quero receber" text="Aqui no sino e em um resumo por e-mail, alguns minutos depois.">
      <Stack gap="sm">
        {switches.map(({ kind, is_on }) => (
          <Switch
            key={kind}
            label={noticeTexts[kind].label}
            checked={isPending && variables.kind === kind ? variables.is_on : is_on}
            onChange={({ currentTarget }) =>
              mutate({ kind, is_on: currentTarget.checked }, { onError: (error) => notifyError(error) })
            }
          />
        ))}
      </Stack>
    </Section>
  )
}
