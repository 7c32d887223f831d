import { Text } from '@mantine/core'
import classes from './exam-answers.module.css'

/** Open answer as it was typed. */
export const OpenText = ({ label, text }: { label: string; text: string }) =>
  text === '' ? null : (
    <Text component="div" role="group" aria-label={label} className={classes.open}>
      {text}
    </Text>
  )
