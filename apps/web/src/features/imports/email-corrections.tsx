import { countOf } from '@escola/contract/messages'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconTextSpellcheck } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../ui/format.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import type { Correction } from './checked-rows.ts'
import classes from './import-preview.module.css'

const rowsPerPage = 5

interface EmailCorrectionsProps {
  corrections: Correction[]
  onCorrect: (corrections: Correction[]) => void
}

/** Offers other addresses, one by one or all at once; an address changes by a click alone. */
export function EmailCorrections({ corrections, onCorrect }: EmailCorrectionsProps) {
  const [asked, setPage] = useState(1)
  const page = Math.min(asked, Math.ceil(corrections.length / rowsPerPage))
  const title = countOf(
    corrections.length,
    'e-mail parece ter erro de digitação',
    'e-mails parecem ter erro de digitação',
  )
  return (
    <Alert color="ambar" icon={<IconTextSpellcheck />} role="region" aria-label={title}>
      <Stack gap="xs">
        <Text fw={600}>{title}</Text>
        <Stack gap={6} component="ul" className={classes.corrections}>
          {corrections.slice((page - 1) * rowsPerPage, page * rowsPerPage).map((correction) => (
            <Group key={correction.line} component="li" justify="space-between" gap="xs">
              <Text size="sm" className={classes.email}>
                Linha {formatNumber(correction.line)}: {correction.email}
              </Text>
              <Button variant="default" size="compact-sm" h="auto" mih={32} onClick={() => onCorrect([correction])}>
                <span className={classes.email}>Trocar por {correction.suggestion}</span>
              </Button>
            </Group>
          ))}
        </Stack>
        <Pager
          page={page}
          total={corrections.length}
          rowsPerPage={rowsPerPage}
          onPage={setPage}
          label="Páginas: e-mails com erro de digitação"
        />
        {corrections.length > 1 && (
          <Group>
            <Button size="xs" variant="filled" onClick={() => onCorrect(corrections)}>
              Trocar todos ({formatNumber(corrections.length)})
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
