import { Stack, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import classes from './done-screen.module.css'
import { useDocumentTitle } from './page.tsx'

interface DoneScreenProps {
  title: string
  text: ReactNode
  /** Picture of an end that was not wanted. */
  icon?: ComponentType<ComponentProps<typeof IconCircleCheck>> | undefined
  /** Ways to go on. */
  children: ReactNode
}

/** Screen at the end of something that was done for good; the heading has the focus, so that it is read out. */
export function DoneScreen({ title, text, icon: Icon, children }: DoneScreenProps) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack align="center" gap="sm" className={classes.done}>
      {Icon ? (
        <Icon size={64} stroke={1.5} aria-hidden className={classes.other} />
      ) : (
        <IconCircleCheck size={64} stroke={1.5} aria-hidden className={classes.tick} />
      )}
      <Title order={1} ta="center" tabIndex={-1} ref={heading}>
        {title}
      </Title>
      <Text ta="center" maw={520}>
        {text}
      </Text>
      <div className={classes.ways}>{children}</div>
    </Stack>
  )
}
