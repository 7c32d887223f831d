import { answerLimits, type Subthread, type Thread } from '@escola/contract/threads.contract'
import { formatDate } from '@escola/contract/time'
import { Button, Group } from '@mantine/core'
import { IconMessageReply, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useUser } from '../../session/context.ts'
import { usePageRole } from '../../session/rights.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { heirOf } from '../../ui/focus-beside.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { useInlineForm } from '../../ui/use-inline-form.ts'
import { MessageForm } from './message-form.tsx'
import classes from './thread-card.module.css'
import { type ThreadList, useRemoveThread, useReopened, useReply, useUndo } from './threads.queries.ts'

interface Props {
  thread: Thread
  list: ThreadList
  /** Says whether the question stands apart from its lesson. */
  showsLesson?: boolean
  /** The user answers for the school; lists of the team hold only such questions. */
  mayAnswer?: boolean
}

/** Shows a question with its answers, and the user's actions on it (part 2 §6). */
export function ThreadCard({ thread, list, showsLesson = false, mayAnswer = list.admin !== undefined }: Props) {
  // A moderator reads the questions of courses that they neither write nor study.
  const opensLesson = usePageRole('courses') !== 'refused'
  const isMine = useUser()?.id === thread.user_id
  const replying = useInlineForm()
  const card = useRef<HTMLElement>(null)
  const heir = useRef<HTMLElement>(null)
  const links = { degreeLink: thread.degree_link, contentLink: thread.content_link, threadId: thread.id }
  const reply = useReply(links, list)
  const undo = useUndo(links)
  const { isReopened, forget } = useReopened(thread.id)
  const remove = useRemoveThread(links, list)
  // An answered question leaves the list of those that wait, and the focus goes on.
  const handleReply = async (message: string) => {
    const next = list.admin && list.state !== 'answered' ? heirOf(card.current!, '[data-reply]') : null
    const { reply_id: replyId } = await reply.mutateAsync(message)
    if (mayAnswer)
      notifySuccess(`Resposta enviada. ${thread.user_name} recebe por e-mail.`, {
        label: 'Desfazer',
        seconds: answerLimits.undoSeconds,
        run: () => undo.mutateAsync({ replyId, message }),
      })
    heir.current = next
  }
  const handleDone = () => {
    forget()
    replying.close()
    heir.current?.focus({ preventScroll: true })
  }
  const mayRemove = mayAnswer || (isMine && !thread.subthreads.some((each) => each.is_admin))
  return (
    <article ref={card} className={classes.thread} aria-label={`Pergunta de ${thread.user_name}`}>
      {showsLesson && !opensLesson && (
        <p className={classes.lesson}>
          {thread.degree_title} · {thread.content_title}
        </p>
      )}
      {showsLesson && opensLesson && (
        <Link
          to="/c/$link/$classLink"
          params={{ link: thread.degree_link, classLink: thread.content_link }}
          search={{ student: 1 }}
          className={classes.lesson}
        >
          {thread.degree_title} · {thread.content_title}
        </Link>
      )}
      <Message message={thread} />
      {thread.subthreads.length > 0 && (
        <ul className={classes.replies}>
          {thread.subthreads.map((each) => (
            <li key={each.id}>
              <Message message={each} isAnswer={each.is_admin} />
            </li>
          ))}
        </ul>
      )}
      {replying.isOpen || isReopened ? (
        <MessageForm
          thing={`reply.${thread.id}`}
          label={mayAnswer ? 'Sua resposta' : 'Continuar a pergunta'}
          send={handleReply}
          isSending={reply.isPending}
          onDone={handleDone}
        />
      ) : (
        <Group gap="xs">
          {(mayAnswer || isMine) && (
            <Button
              ref={replying.opener}
              variant="light"
              size="sm"
              leftSection={<IconMessageReply size={18} aria-hidden />}
              data-reply
              {...(mayAnswer && { 'aria-label': `Responder a ${thread.user_name}` })}
              onClick={replying.open}
            >
              Responder
            </Button>
          )}
          {mayRemove && (
            <RemoveButton
              size="sm"
              {...(!isMine && { label: `Excluir a pergunta de ${thread.user_name}` })}
              leftSection={<IconTrash size={18} aria-hidden />}
              question={makeDangerQuestion(
                `A ${isMine ? 'sua pergunta' : `pergunta de ${thread.user_name}`} será excluída${thread.subthreads.length > 0 ? ' com as respostas' : ''}.`,
                'Excluir',
              )}
              change={() => remove.mutateAsync()}
              done="Pergunta excluída."
            >
              Excluir
            </RemoveButton>
          )}
        </Group>
      )}
    </article>
  )
}

function Message({ message, isAnswer = false }: { message: Thread | Subthread; isAnswer?: boolean }) {
  const name = message.user_name || 'Quem respondeu saiu da escola'
  return (
    <div className={classes.message}>
      <Avatar user={{ name, profile_img_url: message.profile_img_url }} />
      <div className={classes.said}>
        <p className={classes.who}>
          <strong>{name}</strong>
          {isAnswer && <span className={classes.school}>escola</span>}
          <time dateTime={message.utc_created_on}>{formatDate(new Date(message.utc_created_on))}</time>
        </p>
        <RichText html={message.message} />
      </div>
    </div>
  )
}
