import { sessions } from '@escola/contract/sessions.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await api(sessions.devices, { signal })).devices,
})
