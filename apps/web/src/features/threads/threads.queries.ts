import { threads } from '@escola/contract/threads.contract'
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
  ofLesson: (schoolId: string, lesson: LessonLinks) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'threads'), 'lesson', lesson] as const,
      queryFn: ({ signal }) => api(threads.ofLesson, { params: { schoolId, ...lesson }, signal }),
    }),
  waiting: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'threads'), 'waiting'] as const,
      queryFn: ({ signal }) => api(threads.waiting, { params: { schoolId }, signal }),
    }),
}

/** A list of questions on the screen: each change answers with it as it is then. */
export interface ThreadList {
  key: QueryKey
  /** 1: of what waits. */
  admin?: 1
}

export function useAsk({ degreeLink, contentLink }: LessonLinks, list: ThreadList) {
  const schoolId = useSchool().id
  const client = useQueryClient()
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
    onSuccess: (answer) => client.setQueryData(list.key, answer),
  })
}

interface ThreadLinks extends LessonLinks {
  threadId: string
}

export function useReply({ degreeLink, contentLink, threadId }: ThreadLinks, { key, admin }: ThreadList) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('context')
  return useMutation({
    mutationFn: (message: string) =>
      makeOnce(`reply of ${schoolId}/${threadId}: ${message}`, (idempotencyKey) =>
        api(threads.reply, {
          params: { schoolId, contentLink, threadId },
          query: { degreeLink, admin },
          body: { message },
          idempotencyKey,
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(key, answer)
      return refresh()
    },
  })
}

export function useRemoveThread({ degreeLink, contentLink, threadId }: ThreadLinks, { key, admin }: ThreadList) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('context')
  return useMutation({
    mutationFn: () =>
      api(threads.remove, { params: { schoolId, contentLink, threadId }, query: { degreeLink, admin } }),
    onSuccess: (answer) => {
      client.setQueryData(key, answer)
      return refresh()
    },
  })
}
