import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './editor.module.css'

/** Shows the draft as students would see it; leaving saves it first. */
export function PreviewButton(place: Pick<LinkProps, 'to' | 'params'>) {
  return (
    <Button
      variant="default"
      className={classes.viewButton}
      renderRoot={(props) => <Link {...props} {...place} search={{ student: 'draft' }} state={true} />}
    >
      <IconEye size={18} aria-hidden />
      <span className={classes.viewLabel}>Pré-visualizar</span>
    </Button>
  )
}
