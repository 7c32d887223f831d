import { chargeMessages } from '@escola/contract/charges'
import { centsOf } from '@escola/contract/money'
import { renewals, renewalTexts } from '@escola/contract/renewals.contract'
import { Group } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { notifySuccess } from '../../../ui/notify.ts'
import { useConfirmedChange } from '../../../ui/questions/use-confirmed-change.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import { cohortQueries } from '../cohorts.queries.ts'

const renewingQuery = (schoolId: string, id: string) =>
  queryOptions({
    queryKey: [...cohortQueries.pages(schoolId, id), 'renewing'],
    queryFn: ({ signal }) => api(renewals.forecast, { params: { schoolId, id }, signal }),
  })

/** Offers to add those who subscribe to what the class sells and are in another class by it. */
export function AddRenewing({ cohortId: id }: { cohortId: string }) {
  const schoolId = useSchool().id
  const client = useQueryClient()
  // The page stands without it.
  const { data } = useQuery(renewingQuery(schoolId, id))
  const { mutateAsync: add } = useMutation({
    mutationFn: () => api(renewals.add, { params: { schoolId, id } }),
    onSuccess: useRefresh('cohorts', 'students', 'learning', 'ledger', 'context', 'bulkChanges'),
  })
  const { run, isPending } = useConfirmedChange()
  if (!data || data.students === 0) return null
  const handleClick = () =>
    run({
      // Nothing that costs is asked without its price of this moment.
      question: async () => {
        const { students, cost } = await client.fetchQuery({ ...renewingQuery(schoolId, id), staleTime: 0 })
        const cents = centsOf(cost)
        const price = cents > 0 ? ` ${chargeMessages.cost(cents)}.` : ''
        return {
          title: renewalTexts.add(students),
          text: renewalTexts.question(students) + price,
          confirmLabel: 'Adicionar',
        }
      },
      // Others may have come, or left, since the question.
      change: async () => {
        const { students, bulk_id } = await add()
        notifySuccess(bulk_id ? renewalTexts.begun(students) : renewalTexts.done(students))
      },
    })
  return (
    <Group mt="sm">
      <BusyButton variant="light" size="sm" busy={isPending} onClick={handleClick}>
        {renewalTexts.add(data.students)}
      </BusyButton>
    </Group>
  )
}
