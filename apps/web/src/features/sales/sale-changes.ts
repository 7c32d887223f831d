import { type pendingSaleStates, sales } from '@escola/contract/sales.contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { useRefresh } from '../../ui/use-refresh.ts'

export function useCorrectEmail(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { email: string }) => api(sales.correctEmail, { params: { schoolId, id }, body }),
    onSuccess: useRefresh('sales'),
  })
}

export function useDismissal(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { reason: string }) => api(sales.dismiss, { params: { schoolId, id }, body }),
    onSuccess: useRefresh('sales'),
  })
}

export function useOfClass(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { ids: string[]; is_of_class: boolean }) =>
      api(sales.setOfClass, { params: { schoolId, id }, body }),
    onSuccess: useRefresh('sales'),
  })
}

export function useReplay(id: string) {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (chosen: { school_gateway_id?: string; ids?: string[] }) =>
      api(sales.replay, { params: { schoolId, id }, body: chosen }),
    // A class that was chosen has an integration more.
    onSuccess: useRefresh('sales', 'cohorts'),
  })
}

export function useReplayAll() {
  const schoolId = useSchool().id
  return useMutation({
    mutationFn: (body: { state: (typeof pendingSaleStates)[number]; search: string }) =>
      api(sales.replayAll, { params: { schoolId }, body }),
    onSuccess: useRefresh('sales'),
  })
}
