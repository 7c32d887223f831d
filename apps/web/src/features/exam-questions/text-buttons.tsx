import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { BusyIcon } from '../../ui/busy-button.tsx'

interface TextButtonProps {
  isOff?: boolean
  onClick: () => void
}

/** Removes a text of a question's key: an option, an item or a part of a pair. */
export const RemoveText = ({ label, isOff, onClick }: TextButtonProps & { label: string }) => (
  <BusyIcon
    busy={false}
    variant="subtle"
    color="gray"
    size={44}
    mt={11}
    aria-label={label}
    disabled={isOff}
    onClick={onClick}
  >
    <IconTrash size={18} aria-hidden />
  </BusyIcon>
)

/** Adds another text to a question's key. */
export const AddText = ({ children, isOff, onClick }: TextButtonProps & { children: string }) => (
  <Button
    variant="light"
    w="fit-content"
    leftSection={<IconPlus size={18} aria-hidden />}
    disabled={isOff}
    onClick={onClick}
  >
    {children}
  </Button>
)
