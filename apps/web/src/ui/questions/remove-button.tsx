import type { ButtonProps } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ComponentType, MouseEvent } from 'react'
import { BusyButton, BusyIcon } from '../busy-button.tsx'
import { removeRow } from '../focus-beside.ts'
import type { Asking } from './confirm.ts'
import { type Change, useConfirmedChange } from './use-confirmed-change.ts'

interface RemoveButtonProps extends Change, Omit<ButtonProps, 'loading' | 'renderRoot'> {
  question: Asking
  /** The button's accessible name; without it the words on the button count. */
  label?: string
  icon?: ComponentType<{ size: number; 'aria-hidden': boolean }>
  /** The words on the button; without them it is an icon. */
  children?: string
}

/** Asks, removes and says so. The focus goes to the same button of the next row, or to the page. */
export function RemoveButton(props: RemoveButtonProps) {
  const { question, change, done, label, icon: Icon = IconTrash, children, ...look } = props
  const { run, isPending } = useConfirmedChange()
  const shared = {
    busy: isPending,
    'aria-label': label,
    'data-remove': true,
    onClick: ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) =>
      run({ question, change: () => removeRow(button, change), done }),
  }
  if (children)
    return (
      <BusyButton variant="subtle" color="gray" {...look} {...shared}>
        {children}
      </BusyButton>
    )
  return (
    <BusyIcon variant="subtle" color="gray" size={36} {...shared}>
      <Icon size={18} aria-hidden />
    </BusyIcon>
  )
}
