import { erasedHere } from '@escola/contract/accounts.contract'
import { Text } from '@mantine/core'
import { useSchool } from '../../session/context.ts'

/** Tells a user whom the school has erased who can let them in again. */
export default function ErasedNotice() {
  return <Text>{erasedHere(useSchool().name)}</Text>
}
