import { messages } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { IconMessages } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useQueryTable } from '../../ui/use-query-table.ts'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { threadQueries } from './threads.queries.ts'

interface CommunityPageProps {
  page: number
  onPage: (page: number) => void
}

/** The questions that wait for the school's answer, oldest first (part 2 §2). */
export function CommunityPage({ page, onPage }: CommunityPageProps) {
  const schoolId = useSchool().id
  const table = useQueryTable(page, (page) => threadQueries.waiting(schoolId, page))
  const { threads, ...paging } = table.data
  const list = { key: table.queryKey, page: table.shown, admin: 1 } as const
  return (
    <ListPage
      title={pageTitles.community}
      description="As perguntas que esperam uma resposta, da mais antiga à mais nova."
      narrow
      listed={{ total: paging.total, list: threads }}
      onPage={onPage}
      empty={{ icon: IconMessages, title: messages.noWaitingQuestions }}
    >
      <ul className={classes.list} data-loading={table.isLoading || undefined}>
        {threads.map((thread) => (
          <li key={thread.id}>
            <ThreadCard thread={thread} list={list} showsLesson />
          </li>
        ))}
      </ul>
      <Pager {...paging} onPage={onPage} label="Páginas de perguntas" />
    </ListPage>
  )
}
