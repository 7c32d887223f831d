import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'

type Native = ComponentPropsWithRef<'button'>
type Own<Look> = Omit<Native, keyof Look> & Omit<Look, 'loading' | 'renderRoot'> & { busy: boolean }

/** Mantine disables a button that loads, and a disabled button drops the focus: its user would begin at the top of the page again. */
const keepFocus = ({ disabled, ...props }: Native) => (
  <button {...props} aria-disabled aria-busy onClick={(event) => event.preventDefault()} />
)
const lookOf = (busy: boolean) => ({ loading: busy, ...(busy ? { renderRoot: keepFocus } : {}) })

/** A button that shows that it is at work, does nothing more until that is done, and keeps the focus. */
export const BusyButton = ({ busy, ...props }: Own<ButtonProps>) => <Button {...props} {...lookOf(busy)} />
export const BusyIcon = ({ busy, ...props }: Own<ActionIconProps>) => <ActionIcon {...props} {...lookOf(busy)} />
