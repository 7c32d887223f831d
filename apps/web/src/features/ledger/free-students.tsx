import { freeStudentsText } from '@escola/contract/month-students'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { ledgerQueries } from './ledger.queries.ts'

/** Says how many of the month's free students are used; nothing where nothing is charged, and until it is known. */
export function FreeStudents() {
  const { data } = useQuery(ledgerQueries.monthStudents(useSchool().id))
  if (!data?.month_students) return null
  return (
    <Text component="span" size="sm" c="dimmed">
      {freeStudentsText(data.month_students)}
    </Text>
  )
}
