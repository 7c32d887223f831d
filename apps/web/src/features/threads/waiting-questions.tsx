import { countOf } from '@escola/contract/messages'
import { todayLimits } from '@escola/contract/today.contract'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { WorkList } from '../../ui/lists/work-list.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { threadQueries } from './threads.queries.ts'

/** The questions that wait for the school, the oldest first; they are answered where they stand. */
export function WaitingQuestions() {
  const query = threadQueries.waiting(useSchool().id, 1)
  const { total, threads } = usePrefetchedQuery(query).data
  const shown = threads.slice(0, todayLimits.rows)
  return (
    <WorkList
      title={countOf(total, 'pergunta sem resposta', 'perguntas sem resposta')}
      icon={IconMessages}
      total={total}
      shown={shown.length}
      all={<Link to="/comunidade">Ver todas as perguntas</Link>}
    >
      {shown.map((thread) => (
        <li key={thread.id} className={classes.row}>
          <ThreadCard thread={thread} list={{ key: query.queryKey, page: 1, admin: 1 }} showsLesson />
        </li>
      ))}
    </WorkList>
  )
}
