import { messages } from '@escola/contract/messages'
import { Button, Text } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { MessageForm } from './message-form.tsx'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { type LessonLinks, threadQueries, useAsk } from './threads.queries.ts'

/** What was asked about a lesson. The lesson is there without it. */
export function LessonQuestions(lesson: LessonLinks) {
  const { id: schoolId, role } = useSchool()
  const query = threadQueries.ofLesson(schoolId, lesson)
  const { data, error, refetch } = useQuery(query)
  const list = { key: query.queryKey }
  const ask = useAsk(lesson, list)
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby="lesson-questions">
      <div className={classes.head}>
        <h2 id="lesson-questions">Perguntas</h2>
        {!role.includes('admin') && !isAsking && (
          <Button
            variant="light"
            leftSection={<IconMessagePlus size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Fazer uma pergunta
          </Button>
        )}
      </div>
      {isAsking && (
        <MessageForm
          thing={`question.${lesson.degreeLink}.${lesson.contentLink}`}
          label="Sua pergunta"
          send={ask.mutateAsync}
          isSending={ask.isPending}
          onDone={() => setAsking(false)}
        />
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.threads.length === 0 && <Text c="dimmed">{messages.noQuestions}</Text>}
      {data && data.threads.length > 0 && (
        <ul className={classes.list}>
          {data.threads.map((thread) => (
            <li key={thread.id}>
              <ThreadCard thread={thread} list={list} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
