import { Progress, Text } from '@mantine/core'
import { formatNumber } from './format.ts'

interface RunProgressProps {
  /** Words for what is done to many rows, before their numbers. */
  text: string
  /** Name of the bar; left out: the words. */
  label?: string
  done: number
  total: number
  /** Word for the rows, after their numbers. */
  unit?: string
}

/** Shows how far a run over a school's rows is. It goes on without its page. */
export const RunProgress = ({ text, label = text, done, total, unit }: RunProgressProps) => (
  <div>
    <Progress
      value={total > 0 ? Math.min(100, (100 * done) / total) : 0}
      animated
      aria-label={label}
      size="lg"
      radius="xl"
    />
    <Text size="sm" c="dimmed" mt={6}>
      {`${text}: ${formatNumber(done)} de ${formatNumber(total)}${unit ? ` ${unit}` : ''}. Você pode sair desta página.`}
    </Text>
  </div>
)
