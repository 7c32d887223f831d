import { Group } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SaveState } from '../../autosave/autosave.ts'
import { SaveStatus } from '../../autosave/save-status.tsx'
import classes from './editor.module.css'

interface Props {
  back: { to: '/cursos' } | { to: '/c/$link'; params: { link: string } }
  backLabel: string
  title?: ReactNode
  state: SaveState
  children: ReactNode
}

/** The way back, how saving goes, and the next step. */
export function EditorHead({ back, backLabel, title, state, children }: Props) {
  return (
    <header className={classes.head}>
      <Link {...back} className={classes.back}>
        <IconArrowLeft size={18} aria-hidden />
        <span>{backLabel}</span>
      </Link>
      {title && <div className={classes.headTitle}>{title}</div>}
      <div className={classes.status}>
        <SaveStatus state={state} />
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        {children}
      </Group>
    </header>
  )
}
