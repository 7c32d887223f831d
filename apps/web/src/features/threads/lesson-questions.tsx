import { messages } from '@escola/contract/messages'
import { isEmptyRichText } from '@escola/contract/rich-text'
import { questionSent } from '@escola/contract/threads.contract'
import { Button, Group, Text } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useUnsavedStore } from '../../autosave/unsaved-store.ts'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { useInlineForm } from '../../ui/use-inline-form.ts'
import { MessageForm } from './message-form.tsx'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { type LessonLinks, threadQueries, useAsk } from './threads.queries.ts'

/**
 * Lists the questions about a lesson. The lesson is there without it.
 * @param isStudied the user is a student of the course, and no author
 */
export function LessonQuestions({ isStudied, ...lesson }: LessonLinks & { isStudied: boolean }) {
  const { id: schoolId, name } = useSchool()
  const { may, maySomewhere } = useRights()
  const mayAnswer = may('threads') || (!isStudied && maySomewhere('threads'))
  const [page, setPage] = useState(1)
  const query = threadQueries.ofLesson(schoolId, lesson, page)
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...query, placeholderData: keepPreviousData })
  const list = { key: query.queryKey, page }
  const ask = useAsk(lesson, threadQueries.ofLesson(schoolId, lesson, 1).queryKey)
  const asking = useInlineForm()
  const [isSent, setSent] = useState(false)
  const thing = `question.${lesson.degreeLink}.${lesson.contentLink}`
  const hasUnsent = !isEmptyRichText(useUnsavedStore<string>(thing).read() ?? '')
  const unsentId = useId()
  return (
    <section className={classes.questions} aria-labelledby="lesson-questions">
      <div className={classes.head}>
        <h2 id="lesson-questions">Perguntas</h2>
        {!mayAnswer && !asking.isOpen && (
          <Group gap="xs">
            {hasUnsent && (
              <Text id={unsentId} size="sm">
                Você tem uma pergunta não enviada
              </Text>
            )}
            <Button
              ref={asking.opener}
              variant="light"
              leftSection={<IconMessagePlus size={18} aria-hidden />}
              aria-describedby={hasUnsent ? unsentId : undefined}
              onClick={() => {
                setSent(false)
                asking.open()
              }}
            >
              Fazer uma pergunta
            </Button>
          </Group>
        )}
      </div>
      {asking.isOpen && (
        <MessageForm
          thing={thing}
          label="Sua pergunta"
          send={async (message) => {
            await ask.mutateAsync(message)
            setPage(1)
            setSent(true)
          }}
          isSending={ask.isPending}
          onDone={asking.close}
        />
      )}
      <Text role="status" className={classes.sent}>
        {isSent && !asking.isOpen && questionSent(name)}
      </Text>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.threads.length === 0 && <Text c="dimmed">{messages.noQuestions}</Text>}
      {data && data.threads.length > 0 && (
        <ul className={classes.list} data-loading={isPlaceholderData || undefined}>
          {data.threads.map((thread) => (
            <li key={thread.id}>
              <ThreadCard thread={thread} list={list} mayAnswer={mayAnswer} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager {...data} onPage={setPage} label="Páginas de perguntas" />}
    </section>
  )
}
