import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** @param props.label name of the value, like “a chave” */
export const CopyIcon = ({ value, label }: { value: string; label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={copied ? 'Copiado' : `Copiar ${label}`}
        title={copied ? 'Copiado' : `Copiar ${label}`}
        onClick={copy}
      >
        {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    )}
  </CopyButton>
)
