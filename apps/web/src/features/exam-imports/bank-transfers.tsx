import { examImportTexts } from '@escola/contract/exam-import-texts'
import { examImports } from '@escola/contract/exam-imports.contract'
import type { QueryOf } from '@escola/contract/route'
import { dayOf } from '@escola/contract/time'
import { Button, Menu, Modal, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileExport, IconFileImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'

type Asked = Omit<QueryOf<typeof examImports.exportFile>, 'format'>

/** Ways of questions into the bank and out of it. */
export function BankTransfers({ query }: { query: Asked }) {
  const [isOpen, setOpen] = useState(false)
  const mayImport = useRights().may('courses')
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconFileImport size={18} aria-hidden />}>
            {mayImport ? 'Importar e exportar' : 'Exportar'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayImport && (
            <Menu.Item
              leftSection={<IconFileImport size={18} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/questoes/importar" />}
            >
              {examImportTexts.title}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconFileExport size={18} aria-hidden />} onClick={() => setOpen(true)}>
            {examImportTexts.exportTitle}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={examImportTexts.exportTitle}>
        <Stack>
          <Text>{examImportTexts.exportLoss}</Text>
          <Export query={query} format="gift" label="Baixar GIFT" text={examImportTexts.exportGift} />
          <Export query={query} format="csv" label="Baixar CSV" text={examImportTexts.exportCsv} />
        </Stack>
      </Modal>
    </>
  )
}

const endings = { gift: 'gift.txt', csv: 'csv' }

function Export({ query, format, label, text }: { query: Asked; format: 'gift' | 'csv'; label: string; text: string }) {
  const schoolId = useSchool().id
  const { run, isPending } = useConfirmedChange()
  const name = `questoes-${dayOf(new Date())}.${endings[format]}`
  return (
    <Stack gap={6} align="flex-start">
      <BusyButton
        variant="light"
        leftSection={<IconDownload size={18} aria-hidden />}
        busy={isPending}
        onClick={() =>
          run({
            change: () => download(examImports.exportFile, { params: { schoolId }, query: { ...query, format } }, name),
            done: 'O arquivo com as questões foi baixado.',
          })
        }
      >
        {label}
      </BusyButton>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Stack>
  )
}
