import { Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { RichText } from '../ui/rich-text/rich-text.tsx'

export interface Difference {
  label: string
  mine: string
  theirs: string
  /** The two are rich text. */
  isHtml?: boolean
}

interface Props {
  differences: Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export default function StaleVersions({ differences, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Stack>
      {differences.map(({ label, mine, theirs, isHtml }) => (
        <div key={label}>
          <Text fw={600} mb={6}>
            {label}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <Version title="O que você escreveu" text={mine} isHtml={isHtml} />
            <Version title="Versão nova" text={theirs} isHtml={isHtml} />
          </SimpleGrid>
        </div>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onTakeTheirs}>
          Usar a versão nova
        </Button>
        <Button onClick={onKeepMine}>Manter o que escrevi</Button>
      </Group>
    </Stack>
  )
}

function Version({ title, text, isHtml }: { title: string; text: string; isHtml?: boolean }) {
  return (
    <Paper p="sm" radius="md">
      <Text size="xs" c="dimmed" mb={4}>
        {title}
      </Text>
      {isHtml ? <RichText html={text} /> : <Text style={{ whiteSpace: 'pre-wrap' }}>{text || '(vazio)'}</Text>}
    </Paper>
  )
}
