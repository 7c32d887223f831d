import { categories } from '@escola/contract/categories.contract'
import { type Cohort, cohorts, type NewStudent } from '@escola/contract/cohorts.contract'
import { imports } from '@escola/contract/imports.contract'
import { limits } from '@escola/contract/limits'
import type { BodyOf, QueryOf, ResponseOf } from '@escola/contract/route'
import type { Integration } from '@escola/contract/sales'
import { students } from '@escola/contract/students.contract'
import { newCohortTitle } from '@escola/contract/titles'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useAppContext, useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { type MadeId, useMadeId } from '../../ui/editor/use-made-id.ts'
import { nounKey } from '../../ui/nouns.ts'
import { pollWhile } from '../../ui/poll-while.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

/** Pause between two looks whether a test has come. */
const testedMs = 2000

export type CohortQuery = Required<NonNullable<QueryOf<typeof cohorts.get>>>

export const cohortQueries = {
  all: (schoolId: string) => nounKey(schoolId, 'cohorts'),
  list: (schoolId: string) =>
    queryOptions({
      queryKey: [...cohortQueries.all(schoolId), 'list'],
      queryFn: ({ signal }) => api(cohorts.list, { params: { schoolId }, signal }),
    }),
  pages: (schoolId: string, id: string) => [...cohortQueries.all(schoolId), 'one', id] as const,
  one: (schoolId: string, id: string, query: CohortQuery) =>
    queryOptions({
      queryKey: [...cohortQueries.pages(schoolId, id), query],
      queryFn: ({ signal }) =>
        isNewRecord({ link: id })
          ? makeBlankCohort(schoolId, id)
          : api(cohorts.get, { params: { schoolId, id }, query, signal }),
      refetchInterval: ({ state }) => pollWhile(state.data?.gateway.term_change !== undefined),
    }),
}

/** Asks for the class again and again, for as long as an administrator waits for what a platform sends. */
export const testedQuery = (schoolId: string, id: string) =>
  queryOptions({
    queryKey: [...cohortQueries.pages(schoolId, id), 'tested'],
    queryFn: ({ signal }) => api(cohorts.get, { params: { schoolId, id }, signal }),
    refetchInterval: testedMs,
    staleTime: 0,
    gcTime: 0,
  })

export type AskedTerm = BodyOf<typeof cohorts.countLosing>
export const losingQuery = (schoolId: string, id: string, asked: AskedTerm) =>
  queryOptions({
    queryKey: [...cohortQueries.pages(schoolId, id), 'losing', asked],
    queryFn: ({ signal }) => api(cohorts.countLosing, { params: { schoolId, id }, body: asked, signal }),
  })

/** Builds an empty class that the server doesn't have yet, with the courses that it may open. */
async function makeBlankCohort(schoolId: string, id: string): Promise<ResponseOf<typeof cohorts.get>> {
  const { degrees } = await api(categories.choices, { params: { schoolId } })
  const gateway = { id, title: newCohortTitle, is_public: false, all_degrees: false, degrees: [] }
  return {
    gateway: {
      ...gateway,
      integrations: [],
      totalStudents: 0,
      opens: 0,
      term: { kind: 'life' },
      seats: null,
      enrolls_until: null,
    },
    degrees,
    students: { total: 0, page: 1, rowsPerPage: limits.studentsPerPage, list: [] },
  }
}

export type CohortId = MadeId
/** Tells what a change of a class goes to; the first one makes it. */
export function useCohortId(id: string, onMade: (gateway: Cohort) => void): CohortId {
  const { mutateAsync } = useCreateCohort()
  return useMadeId(id, { create: async () => (await mutateAsync()).gateway, onMade })
}

function useCreateCohort() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () =>
      makeOnce(`cohort of ${schoolId}`, (idempotencyKey) =>
        api(cohorts.create, { params: { schoolId }, body: {}, idempotencyKey }),
      ),
    onSuccess: useRefresh('cohorts', 'context'),
  })
}

export function useCopyCohort(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () =>
      makeOnce(`copy of cohort ${id}`, (idempotencyKey) =>
        api(cohorts.create, { params: { schoolId }, body: { copy_of: id }, idempotencyKey }),
      ),
    onSuccess: useRefresh('cohorts', 'context'),
  })
}

type Update = BodyOf<typeof cohorts.update>

/** The answer of a save is the newest state of the class; other queries that show it are asked again when they are next shown. */
export function useUpdateCohort(idOf: CohortId) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('students', 'learning', 'calendars')
  const refreshChoices = useRefresh('context')
  return useMutation({
    mutationFn: async (body: Update) => api(cohorts.update, { params: { schoolId, id: await idOf() }, body }),
    onSuccess: ({ gateway }, { term, is_archived }) => {
      const queryKey = cohortQueries.pages(schoolId, gateway.id)
      client.setQueriesData<ResponseOf<typeof cohorts.get>>({ queryKey }, (page) =>
        page?.gateway ? { ...page, gateway } : page,
      )
      // A term changes the students of the page that is shown as well, and archiving the list of classes.
      const refetchType = term || is_archived !== undefined ? 'active' : 'none'
      void client.invalidateQueries({ queryKey: cohortQueries.all(schoolId), refetchType })
      return is_archived === undefined ? refresh() : refreshChoices()
    },
  })
}

export type SentIntegration = NonNullable<Update['integrations']>[number]

/** All that a class has are saved together: what others have added since the page was loaded is asked for first, or it would go. */
export function useChangeIntegrations(id: string) {
  const schoolId = useSchool().id
  const { mutateAsync: update } = useUpdateCohort(() => Promise.resolve(id))
  return useMutation({
    mutationFn: (change: (current: Integration[]) => SentIntegration[]) =>
      withProof(async () => {
        const { gateway } = await api(cohorts.get, { params: { schoolId, id } })
        return update({ integrations: change(gateway.integrations) })
      }),
  })
}

/** Asked at the moment of the question, for a page may have been open for hours. */
export function useCohortRemoval(id: string) {
  const { id: schoolId } = useSchool()
  return () => api(cohorts.getRemoval, { params: { schoolId, id } }).then(({ removal }) => removal)
}

export function useRemoveCohort(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  const refresh = useRefresh('students', 'learning', 'context', 'bulkChanges')
  return useMutation({
    mutationFn: (body: BodyOf<typeof cohorts.remove>) => api(cohorts.remove, { params: { schoolId, id }, body }),
    onSuccess: ({ bulk_id }) => {
      // A job moves its subscribers first.
      if (bulk_id) return refresh()
      client.setQueryData(
        cohortQueries.list(schoolId).queryKey,
        (cached) => cached && { gatewayList: cached.gatewayList.filter((cohort) => cohort.id !== id) },
      )
      // The deleted class, which is still on the screen, is not fetched again.
      void client.invalidateQueries({ queryKey: cohortQueries.all(schoolId), refetchType: 'none' })
      return refresh()
    },
  })
}

/** Asks what it costs to add a student whose e-mail was typed, as for a file of one line. @returns nothing where no school pays */
export function useQuoteStudent(id: string) {
  const schoolId = useSchool().id
  const { billing } = useAppContext()
  return async ({ name, email, cellphone }: NewStudent) => {
    if (!billing) return { cost: '0.00', missing: '0.00' }
    const cohort = isNewRecord({ link: id }) ? {} : { school_gateway_id: id }
    const body = { ...cohort, rows: [{ line: 1, name, email, cellphone }] }
    return (await api(imports.check, { params: { schoolId }, body })).renewing
  }
}

export function useAddStudent(idOf: CohortId) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: async (body: BodyOf<typeof cohorts.addStudent>) => {
      const id = await idOf()
      return makeOnce(`student ${body.email} of ${schoolId}/${id}`, (idempotencyKey) =>
        api(cohorts.addStudent, { params: { schoolId, id }, body, idempotencyKey }),
      )
    },
    onSuccess: useRefresh('cohorts', 'students', 'learning', 'ledger', 'context'),
  })
}

export function useRemoveStudent(classId: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (userId: string) => api(students.removeFromCohort, { params: { schoolId, userId, classId } }),
    onSuccess: useRefresh('cohorts', 'students', 'learning'),
  })
}
