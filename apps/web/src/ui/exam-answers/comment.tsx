import { Text } from '@mantine/core'
import { OpenText } from './open-text.tsx'

/** Words of the person who corrected an answer. */
export const Comment = ({ text }: { text: string }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      Comentário da correção
    </Text>
    <OpenText label="Comentário da correção" text={text} />
  </div>
)
