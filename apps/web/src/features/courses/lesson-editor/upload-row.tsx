import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './lesson-editor.module.css'
import type { Upload } from './use-uploads.ts'

interface Props {
  upload: Upload
  onRetry: () => void
  onCancel: (row: Element | null) => void
}

/** A file on its way, or one that did not arrive. */
export function UploadRow({ upload: { file, done, problem, mayRetry }, onRetry, onCancel }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Text size="sm" truncate>
          {file.name}
        </Text>
        {problem === undefined ? (
          <Progress value={done} size="sm" mt={4} aria-label={`Envio de ${file.name}`} />
        ) : (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {problem !== undefined && mayRetry && (
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Tentar de novo o envio de ${file.name}`}
            onClick={() => {
              // This button unmounts on retry, so the focus moves first.
              cancel.current?.focus()
              onRetry()
            }}
          >
            Tentar de novo
          </Button>
        )}
        <ActionIcon
          ref={cancel}
          variant="subtle"
          color="gray"
          aria-label={problem === undefined ? `Cancelar o envio de ${file.name}` : `Descartar ${file.name}`}
          data-remove
          onClick={(event) => onCancel(event.currentTarget.closest('li'))}
        >
          <IconX size={17} stroke={1.6} />
        </ActionIcon>
      </Group>
    </li>
  )
}
