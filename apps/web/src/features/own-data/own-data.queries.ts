import { ownData } from '@escola/contract/own-data.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

export const ownDataQueries = {
  texts: queryOptions({
    queryKey: ['accepted-texts'],
    queryFn: async ({ signal }) => (await api(ownData.acceptedTexts, { signal })).texts,
  }),
  text: (schoolId: string, consentId: string, version: number) =>
    queryOptions({
      queryKey: ['accepted-texts', schoolId, consentId, version],
      queryFn: ({ signal }) =>
        api(ownData.acceptedText, { params: { schoolId, consentId }, query: { version }, signal }),
    }),
}
