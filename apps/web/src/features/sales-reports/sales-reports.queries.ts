import {
  type NewReportRow,
  type ReportVerdict,
  type SalesReport,
  type SettledVerdict,
  salesReports,
} from '@escola/contract/sales-reports.contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { makeOnce } from '../../api/make-once.ts'
import { useSchool } from '../../session/context.ts'
import type { CohortChoice } from '../../ui/cohorts/cohort-choice.tsx'
import { nounKey } from '../../ui/nouns.ts'
import { pollWhile } from '../../ui/poll-while.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export interface ReportQuery {
  verdict?: ReportVerdict | undefined
  page: number
}

const isUnderWay = (report: SalesReport | null | undefined) => (report?.asked.left ?? 0) > 0

const rowsKey = (schoolId: string, id: string) => [...nounKey(schoolId, 'salesReports'), 'rows', id]

export const salesReportQueries = {
  latest: (schoolId: string) =>
    queryOptions({
      queryKey: [...nounKey(schoolId, 'salesReports'), 'latest'],
      queryFn: ({ signal }) => api(salesReports.latest, { params: { schoolId }, signal }),
      refetchInterval: ({ state }) => pollWhile(isUnderWay(state.data?.report)),
    }),
  rows: (schoolId: string, id: string, query: { verdict: ReportVerdict; page: number }) =>
    queryOptions({
      queryKey: [...rowsKey(schoolId, id), query],
      queryFn: ({ signal }) => api(salesReports.rows, { params: { schoolId, id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
}

interface Sent {
  account_id: string
  filename: string
  rows: NewReportRow[]
}

export function useSendReport() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: Sent) =>
      makeOnce(
        `sales report of ${schoolId}: ${body.account_id} ${body.filename} ${body.rows.length}`,
        (idempotencyKey) => api(salesReports.create, { params: { schoolId }, body, idempotencyKey }),
      ),
    onSuccess: useRefresh('salesReports'),
  })
}

export function useSettle(id: string) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { verdict: SettledVerdict; ids?: string[] }) =>
      api(salesReports.settle, { params: { schoolId, id }, body }),
    onSuccess: (answer) => {
      // The answer is shown as it is: a short job would be over when it is asked for again, and its end never seen.
      client.setQueryData(salesReportQueries.latest(schoolId).queryKey, answer)
      return client.invalidateQueries({ queryKey: rowsKey(schoolId, id) })
    },
  })
}

export function useChooseCohort(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: ({ ids, ...choice }: CohortChoice & { product_id: string; product_name: string; alone?: boolean }) =>
      api(salesReports.chooseCohort, { params: { schoolId, id }, body: { ...choice, ...(ids.length > 0 && { ids }) } }),
    // A class that was chosen has an integration more, and sales that waited are done.
    onSuccess: useRefresh('salesReports', 'sales', 'cohorts'),
  })
}

export function useRemoveReport(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: () => api(salesReports.remove, { params: { schoolId, id } }),
    onSuccess: useRefresh('salesReports'),
  })
}
