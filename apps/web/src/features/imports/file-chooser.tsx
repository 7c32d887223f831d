import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { FileDrop } from '../../ui/forms/file-drop.tsx'

const example = 'nome;e-mail;telefone\r\nMaria da Silva;maria@exemplo.com;(11) 91234-5678\r\n'
// The mark makes spreadsheets read the accents.
const exampleAddress = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${example}`)}`

interface FileChooserProps {
  isReading: boolean
  onFile: (file: File) => void
  pasted: string
  onPasted: (text: string) => void
  onList: (text: string) => void
}

/** Takes a file of any kind, or a pasted list. */
export function FileChooser({ isReading, onFile, pasted, onPasted, onList }: FileChooserProps) {
  return (
    <Stack>
      <FileDrop
        label="Arquivo de alunos"
        icon={IconFileTypeCsv}
        title="Solte aqui o seu arquivo CSV, JSON ou XLSX"
        hint="ou clique para escolher. São até 10.000 alunos por vez; basta uma coluna com os e-mails."
        isBusy={isReading}
        onFile={onFile}
      />
      <Text size="sm" c="dimmed">
        Não sabe como organizar?{' '}
        <Anchor href={exampleAddress} download="exemplo-alunos.csv" size="sm" underline="always">
          Baixe um arquivo de exemplo
        </Anchor>
        .
      </Text>
      <Textarea
        label="Colar lista"
        description="Um aluno por linha, com nome e e-mail, ou só os e-mails."
        placeholder={'Maria da Silva; maria@exemplo.com'}
        autosize
        minRows={3}
        maxRows={10}
        value={pasted}
        onChange={({ currentTarget }) => onPasted(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="light" disabled={pasted.trim() === ''} onClick={() => onList(pasted)}>
          Ver a lista
        </Button>
      </Group>
    </Stack>
  )
}
