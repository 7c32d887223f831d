import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { Text } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { threadQueries } from './threads.queries.ts'

/** The questions that wait for the school's answer, oldest first (part 2 §2). */
export function CommunityPage() {
  const query = threadQueries.waiting(useSchool().id)
  const { threads } = useSuspenseQuery(query).data
  const list = { key: query.queryKey, admin: 1 } as const
  return (
    <Page
      title={pageTitles.community}
      description="As perguntas que esperam uma resposta, da mais antiga à mais nova."
      narrow
    >
      {threads.length === 0 ? (
        <EmptyState icon={IconMessages} title={messages.noWaitingQuestions} />
      ) : (
        <ul className={classes.list}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadCard thread={thread} list={list} showsLesson />
            </li>
          ))}
        </ul>
      )}
      {threads.length === limits.threadsWaiting && (
        <Text c="dimmed" mt="md">
          Estas são as {limits.threadsWaiting} mais antigas: as outras aparecem quando estas tiverem resposta.
        </Text>
      )}
    </Page>
  )
}
