import { NativeSelect } from '@mantine/core'
import type { Sheet } from './sheet.ts'

interface SheetChoiceProps {
  sheets: Sheet[]
  name: string
  onChoose: (sheet: Sheet) => void
}

/** Lets another sheet of a workbook be chosen, where several hold e-mails. */
export function SheetChoice({ sheets, name, onChoose }: SheetChoiceProps) {
  return (
    <NativeSelect
      label="Aba da planilha"
      description={`Este arquivo tem e-mails em ${sheets.length} abas. Escolha a que deve ser lida.`}
      maw={420}
      value={name}
      data={sheets.map((sheet) => sheet.name)}
      onChange={({ currentTarget }) => {
        const sheet = sheets.find((each) => each.name === currentTarget.value)
        if (sheet) onChoose(sheet)
      }}
    />
  )
}
