import type { Thread } from '@escola/contract/threads.contract'
import { formatDate } from '@escola/contract/time'
import { Avatar } from '../../ui/avatar.tsx'
import { SheetRows } from '../../ui/lists/sheet-rows.tsx'
import { plainTextOf } from '../../ui/rich-text/plain-text.ts'
import { ThreadCard } from './thread-card.tsx'
import { type ThreadList, useReopenedId } from './threads.queries.ts'

/** Questions on a phone: each is a row with its first words, which opens it with its answers. */
export const ThreadRows = ({ threads, list }: { threads: Thread[]; list: ThreadList }) => (
  <SheetRows
    caption="Perguntas"
    title="Pergunta"
    rows={threads}
    keyOf={({ id }) => id}
    lead={({ user_name: name, profile_img_url }) => <Avatar user={{ name, profile_img_url }} />}
    heading={{ label: 'Aluno', text: ({ user_name }) => user_name }}
    columns={[
      { label: 'Data', state: true, tight: true, cell: ({ utc_created_on }) => formatDate(utc_created_on) },
      { label: 'Pergunta', fact: true, cell: ({ message }) => plainTextOf(message) },
    ]}
    card={(thread) => <ThreadCard thread={thread} list={list} showsLesson />}
    asked={useReopenedId()}
  />
)
