import { messages } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { IconMessages } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { threadQueries } from './threads.queries.ts'

interface CommunityPageProps {
  page: number
  onPage: (page: number) => void
}

/** The questions that wait for the school's answer, oldest first (part 2 §2). */
export function CommunityPage({ page, onPage }: CommunityPageProps) {
  const shown = useDeferredValue(page)
  const query = threadQueries.waiting(useSchool().id, shown)
  const answer = useSuspenseQuery(query).data
  const { threads } = answer
  const list = { key: query.queryKey, page: shown, admin: 1 } as const
  return (
    <Page
      title={pageTitles.community}
      description="As perguntas que esperam uma resposta, da mais antiga à mais nova."
      narrow
    >
      {threads.length === 0 ? (
        <EmptyState icon={IconMessages} title={messages.noWaitingQuestions} />
      ) : (
        <ul className={classes.list} data-loading={shown !== page || undefined}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadCard thread={thread} list={list} showsLesson />
            </li>
          ))}
        </ul>
      )}
      <Pager {...answer} onPage={onPage} label="Páginas de perguntas" />
    </Page>
  )
}
