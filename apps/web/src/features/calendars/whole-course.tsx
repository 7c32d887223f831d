import { Text } from '@mantine/core'
import classes from './calendars.module.css'
import type { Wanted } from './calendars.queries.ts'
import { OpeningButton } from './opening-button.tsx'

interface Props {
  title: string
  isOpened: boolean
  /** Texts while the course is open, and while it is not. */
  texts: [opened: string, closed: string]
  change: (wanted: Wanted) => Promise<unknown>
}

export const WholeCourse = ({ title, isOpened, texts: [opened, closed], change }: Props) => (
  <div className={`${classes.row} ${classes.whole}`}>
    <Text size="sm" className={classes.title}>
      {isOpened ? opened : closed}
    </Text>
    <OpeningButton title={title} moduleId={null} isOpened={isOpened} change={change} />
  </div>
)
