import { type ThreadPage, type ThreadState, threads } from '@escola/contract/threads.contract'
import { type QueryKey, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useUnsavedStore } from '../../autosave/unsaved-store.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** A lesson, by the links in its address. */
export interface LessonLinks {
  degreeLink: string
  contentLink: string
}

/** Choice among the questions of the school, as the address has it. */
export interface ThreadQuery {
  page: number
  state: ThreadState
  /** Id of a course. */
  course: string | undefined
  search: string
}

export const threadQueries = {
  ofLesson: (schoolId: string, lesson: LessonLinks, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'threads'), 'lesson', lesson, page] as const,
      queryFn: ({ signal }) => api(threads.ofLesson, { params: { schoolId, ...lesson }, query: { page }, signal }),
    }),
  waiting: (schoolId: string, page: number) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'threads'), 'waiting', page] as const,
      queryFn: ({ signal }) => api(threads.waiting, { params: { schoolId }, query: { page }, signal }),
    }),
  list: (schoolId: string, query: ThreadQuery) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'threads'), 'list', query] as const,
      queryFn: ({ signal }) => api(threads.list, { params: { schoolId }, query, signal }),
    }),
}

/** Shown page of a list of questions: each change answers with its newest state. */
export interface ThreadList extends Partial<ThreadQuery> {
  key: QueryKey
  page: number
  /** 1: of the school's questions. */
  admin?: 1
}

/** The answer is the page that was changed; every other one is out of date. */
function useKeep() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return (key: QueryKey, answer: ThreadPage) => {
    void client.invalidateQueries({ queryKey: nounKey(schoolId, 'threads'), refetchType: 'none' })
    // The list of the school's questions has more than its page.
    client.setQueryData<ThreadPage>(key, (kept) => ({ ...kept, ...answer }))
  }
}

/** @param first the page that a new question comes to */
export function useAsk({ degreeLink, contentLink }: LessonLinks, first: QueryKey) {
  const schoolId = useSchool().id
  const keep = useKeep()
  return useMutation({
    mutationFn: (message: string) =>
      makeOnce(`question of ${schoolId}/${degreeLink}/${contentLink}: ${message}`, (idempotencyKey) =>
        api(threads.ask, {
          params: { schoolId, contentLink },
          query: { degreeLink },
          body: { message },
          idempotencyKey,
        }),
      ),
    onSuccess: (answer) => keep(first, answer),
  })
}

interface ThreadLinks extends LessonLinks {
  threadId: string
}

export function useReply({ degreeLink, contentLink, threadId }: ThreadLinks, { key, ...list }: ThreadList) {
  const schoolId = useSchool().id
  const keep = useKeep()
  const refresh = useRefresh('context')
  return useMutation({
    mutationFn: (message: string) =>
      makeOnce(`reply of ${schoolId}/${threadId}: ${message}`, (idempotencyKey) =>
        api(threads.reply, {
          params: { schoolId, contentLink, threadId },
          query: { degreeLink, ...list },
          body: { message },
          idempotencyKey,
        }),
      ),
    onSuccess: ({ reply_id: _, ...answer }) => {
      keep(key, answer)
      return refresh()
    },
  })
}

const reopenedKey = (schoolId: string) => [...nounKey(schoolId, 'threads'), 'reopened reply'] as const

/** The question whose form is open because its answer was undone, wherever the question is shown then. */
export const useReopenedId = () =>
  useQuery<string | null>({ queryKey: reopenedKey(useSchool().id), queryFn: skipToken }).data

export function useReopened(threadId: string) {
  const client = useQueryClient()
  const queryKey = reopenedKey(useSchool().id)
  return { isReopened: useReopenedId() === threadId, forget: () => client.setQueryData(queryKey, null) }
}

/** Takes an answer back; what was written stands in its field again. */
export function useUndo({ contentLink, threadId }: ThreadLinks) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const store = useUnsavedStore<string>(`reply.${threadId}`)
  const refresh = useRefresh('threads', 'context')
  return useMutation({
    mutationFn: ({ replyId }: { replyId: string; message: string }) =>
      makeOnce(`undoing of ${schoolId}/${replyId}`, (idempotencyKey) =>
        api(threads.undo, { params: { schoolId, contentLink, threadId, replyId }, idempotencyKey }),
      ),
    onSuccess: (_, { message }) => {
      store.write(message, false)
      client.setQueryData(reopenedKey(schoolId), threadId)
      return refresh()
    },
  })
}

export function useRemoveThread({ degreeLink, contentLink, threadId }: ThreadLinks, { key, ...list }: ThreadList) {
  const schoolId = useSchool().id
  const keep = useKeep()
  const refresh = useRefresh('context')
  return useMutation({
    mutationFn: () =>
      api(threads.remove, { params: { schoolId, contentLink, threadId }, query: { degreeLink, ...list } }),
    onSuccess: (answer) => {
      keep(key, answer)
      return refresh()
    },
  })
}
