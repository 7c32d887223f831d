import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './cell-lines.module.css'

/** Lines of a cell, below each other. */
export const CellLines = ({ children }: { children: ReactNode }) => <div className={classes.lines}>{children}</div>

/** A value with its details in lines below it; those that are empty are left out. */
export const Lines = ({ first, rest }: { first: ReactNode; rest: string[] }) => (
  <CellLines>
    {first}
    {rest.filter(Boolean).map((line) => (
      <Text key={line} size="sm" c="dimmed" fw={400}>
        {line}
      </Text>
    ))}
  </CellLines>
)
