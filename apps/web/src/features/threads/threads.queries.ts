import { type ThreadPage, threads } from '@escola/contract/threads.contract'
import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** A lesson, by the links in its address. */
export interface LessonLinks {
  degreeLink: string
  contentLink: string
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
}

/** Shown page of a list of questions: each change answers with its newest state. */
export interface ThreadList {
  key: QueryKey
  page: number
  /** 1: of what waits. */
  admin?: 1
}

/** The answer is the page that was changed; every other one is out of date. */
function useKeep() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return (key: QueryKey, answer: ThreadPage) => {
    void client.invalidateQueries({ queryKey: nounKey(schoolId, 'threads'), refetchType: 'none' })
    client.setQueryData(key, answer)
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

export function useReply({ degreeLink, contentLink, threadId }: ThreadLinks, { key, page, admin }: ThreadList) {
  const schoolId = useSchool().id
  const keep = useKeep()
  const refresh = useRefresh('context')
  return useMutation({
    mutationFn: (message: string) =>
      makeOnce(`reply of ${schoolId}/${threadId}: ${message}`, (idempotencyKey) =>
        api(threads.reply, {
          params: { schoolId, contentLink, threadId },
          query: { degreeLink, page, admin },
          body: { message },
          idempotencyKey,
        }),
      ),
    onSuccess: (answer) => {
      keep(key, answer)
      return refresh()
    },
  })
}

export function useRemoveThread({ degreeLink, contentLink, threadId }: ThreadLinks, { key, page, admin }: ThreadList) {
  const schoolId = useSchool().id
  const keep = useKeep()
  const refresh = useRefresh('context')
  return useMutation({
    mutationFn: () =>
      api(threads.remove, { params: { schoolId, contentLink, threadId }, query: { degreeLink, page, admin } }),
    onSuccess: (answer) => {
      keep(key, answer)
      return refresh()
    },
  })
}
