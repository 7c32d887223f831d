import { type AffiliatePlan, affiliateLimits, affiliates } from '@escola/contract/affiliates.contract'
import { categories } from '@escola/contract/categories.contract'
import type { BodyOf, ResponseOf } from '@escola/contract/route'
import { newPlanTitle } from '@escola/contract/titles'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { type MadeId, useMadeId } from '../../ui/editor/use-made-id.ts'
import { nounKey } from '../../ui/nouns.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export const affiliateQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'affiliates'),
  plans: (schoolId: string) =>
    queryOptions({
      queryKey: [...affiliateQueries.all(schoolId), 'plans'],
      queryFn: ({ signal }) => api(affiliates.plans, { params: { schoolId }, signal }),
    }),
  plan: (schoolId: string, planId: string) =>
    queryOptions({
      queryKey: [...affiliateQueries.all(schoolId), 'plan', planId],
      queryFn: ({ signal }) =>
        isNewRecord({ link: planId })
          ? makeBlankPlan(schoolId, planId)
          : api(affiliates.plan, { params: { schoolId, planId }, signal }),
    }),
  schools: (schoolId: string, planId: string, page: number) =>
    queryOptions({
      queryKey: [...affiliateQueries.all(schoolId), 'schools', planId, page],
      queryFn: ({ signal }) =>
        isNewRecord({ link: planId })
          ? { schools: { total: 0, page: 1, rowsPerPage: affiliateLimits.perPage, list: [] } }
          : api(affiliates.list, { params: { schoolId, planId }, query: { page }, signal }),
    }),
  franchisors: (schoolId: string) =>
    queryOptions({
      queryKey: [...affiliateQueries.all(schoolId), 'franchisors'],
      queryFn: ({ signal }) => api(affiliates.franchisors, { params: { schoolId }, signal }),
    }),
}

/** Builds an empty plan that the server doesn't have yet, with the courses that it may offer. */
async function makeBlankPlan(schoolId: string, id: string): Promise<ResponseOf<typeof affiliates.plan>> {
  const listed = await api(categories.list, { params: { schoolId } })
  return {
    plan: { id, title: newPlanTitle, degrees: [], all_degrees: false, totalSchools: 0 },
    degrees: listed.categories.flatMap((category) =>
      category.degrees.map(({ id, title, is_private, utc_published_on }) => ({
        id,
        title,
        is_private,
        published: utc_published_on !== null,
        category: category.withoutCat ? '' : category.title,
        franchisor: '',
      })),
    ),
  }
}

/** Tells what a change of a plan goes to; the first one makes it. */
export function usePlanId(id: string, onMade: (plan: AffiliatePlan) => void): MadeId {
  const schoolId = useSchool().id
  const { mutateAsync } = useMutation({
    mutationFn: () =>
      makeOnce(`affiliate plan of ${schoolId}`, (idempotencyKey) =>
        api(affiliates.createPlan, { params: { schoolId }, body: {}, idempotencyKey }),
      ),
    onSuccess: useRefreshLists(),
  })
  return useMadeId(id, { create: async () => (await mutateAsync()).plan, onMade })
}

/** Lists are asked again when they are next shown; the page of a plan keeps what it has. */
function useRefreshLists() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: affiliateQueries.plans(schoolId).queryKey, refetchType: 'none' })
}

export function useSavePlan(idOf: MadeId) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refreshLists = useRefreshLists()
  return useMutation({
    mutationFn: async (body: BodyOf<typeof affiliates.savePlan>) =>
      api(affiliates.savePlan, { params: { schoolId, planId: await idOf() }, body }),
    onSuccess: ({ plan }) => {
      client.setQueryData(affiliateQueries.plan(schoolId, plan.id).queryKey, (page) => page && { ...page, plan })
      return refreshLists()
    },
  })
}

export function useRemovePlan(planId: string) {
  const schoolId = useSchool().id
  const refreshLists = useRefreshLists()
  return useMutation({
    mutationFn: () => api(affiliates.removePlan, { params: { schoolId, planId } }),
    onSuccess: refreshLists,
  })
}

export function useInviteSchool(idOf: MadeId) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: async (body: BodyOf<typeof affiliates.invite>) => {
      const planId = await idOf()
      return makeOnce(`affiliate ${body.link} of ${schoolId}/${planId} ${body.move ?? false}`, (idempotencyKey) =>
        api(affiliates.invite, { params: { schoolId, planId }, body, idempotencyKey }),
      )
    },
    onSuccess: useRefresh('affiliates'),
  })
}

export function useRemoveAffiliate() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (affiliateId: string) =>
      api(affiliates.remove, { params: { schoolId }, body: { school_id: affiliateId } }),
    onSuccess: useRefresh('affiliates'),
  })
}

type Answer = BodyOf<typeof affiliates.answer>

/** Asks for the courses of a franchise until they have come, which takes seconds, or half a minute is over. */
const arrivalQuery = (client: QueryClient, schoolId: string, franchisorId: string) =>
  queryOptions({
    queryKey: [...affiliateQueries.all(schoolId), 'arrival', franchisorId],
    queryFn: async () => {
      const { templateSchools } = await client.fetchQuery({ ...contextQuery, staleTime: 0 })
      if (!templateSchools.some(({ id }) => id === franchisorId)) throw new Error('no course has come yet')
      return true
    },
    retry: 5,
    retryDelay: (failed) => 1000 * 2 ** failed,
    gcTime: 0,
  })

export function useAnswerFranchisor() {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('courses', 'context')
  return useMutation({
    mutationFn: (body: Answer) => api(affiliates.answer, { params: { schoolId }, body }),
    onSuccess: async (answered, { column, school_id }) => {
      client.setQueryData(affiliateQueries.franchisors(schoolId).queryKey, answered)
      await refresh()
      if (column === 'approved') void client.prefetchQuery(arrivalQuery(client, schoolId, school_id)).then(refresh)
    },
  })
}
