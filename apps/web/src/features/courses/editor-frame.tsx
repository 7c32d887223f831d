import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { textOf } from '../../api/api-error.ts'
import { isOffline } from '../../autosave/save-errors.ts'
import { StaleBanner } from '../../autosave/stale-banner.tsx'
import type { Difference } from '../../autosave/stale-versions.tsx'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import classes from './editor.module.css'

interface Props {
  editor: {
    error: unknown
    stale: unknown
    hasUnsaved: () => boolean
    isKept?: () => boolean
    flush: () => Promise<unknown>
    keepMine: () => void
    takeTheirs: () => void
  }
  title: string
  /** Fields that differ in a newer version. */
  differences: Difference[]
  head: ReactNode
  children: ReactNode
}

/** Frame of an editor: typed edits are not lost unseen, and a failure stays in sight until it is solved. */
export function EditorFrame({ editor, title, differences, head, children }: Props) {
  useLeaveGuard(editor)
  useDocumentTitle(title)
  const frame = useRef<HTMLDivElement>(null)
  /** The banner goes, and with it what had the focus. */
  const decide = (decision: () => void) => () => {
    decision()
    frame.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.page} ref={frame} tabIndex={-1}>
      <div className={classes.top}>
        {head}
        {editor.stale !== undefined && (
          <div className={classes.notice}>
            <StaleBanner
              differences={differences}
              onKeepMine={decide(editor.keepMine)}
              onTakeTheirs={decide(editor.takeTheirs)}
            />
          </div>
        )}
        {editor.stale === undefined && editor.error !== undefined && !isOffline(editor.error) && (
          <div className={classes.notice}>
            <Alert color="danger" role="alert" icon={<IconAlertCircle />} py="xs">
              <Group justify="space-between" gap="xs">
                <Text size="sm">{textOf(editor.error)}</Text>
                <Button size="xs" variant="default" onClick={() => void editor.flush().then(decide(() => undefined))}>
                  Tentar de novo
                </Button>
              </Group>
            </Alert>
          </div>
        )}
      </div>
      <Stack gap="md">{children}</Stack>
    </div>
  )
}
