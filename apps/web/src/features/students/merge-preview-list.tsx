import { chargeMessages } from '@escola/contract/charges'
import { type MergePreview, previewInWords } from '@escola/contract/merges.contract'
import { centsOf } from '@escola/contract/money'
import { List, Text } from '@mantine/core'

/** List of the things that come along, in numbers. */
export function MergePreviewList({ preview }: { preview: MergePreview }) {
  const words = previewInWords(preview)
  const stays = chargeMessages.stays(centsOf(preview.charged))
  if (words.length === 0) return <Text size="sm">Este cadastro ainda não tem turmas nem progresso.{stays}</Text>
  return (
    <>
      {stays && <Text size="sm">{stays.trim()}</Text>}
      <Text size="sm">Vem junto:</Text>
      <List size="sm">
        {words.map((each) => (
          <List.Item key={each}>{each}</List.Item>
        ))}
      </List>
    </>
  )
}
