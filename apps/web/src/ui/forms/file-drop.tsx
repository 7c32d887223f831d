import { Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface FileDropProps {
  /** Names the file for a screen reader: 'Arquivo de alunos'. */
  label: string
  icon: TablerIcon
  title: string
  hint: ReactNode
  isBusy: boolean
  onFile: (file: File) => void
}

/** Takes one file of any kind, dropped or chosen: what it holds is found out by reading it, never by its name. */
export const FileDrop = ({ label, icon: Icon, title, hint, isBusy, onFile }: FileDropProps) => (
  <Dropzone
    multiple={false}
    loading={isBusy}
    onDrop={([file]) => file && onFile(file)}
    // The hidden input is no second stop inside the button.
    inputProps={{ 'aria-label': label, style: { display: 'none' } }}
    role="button"
    radius="lg"
    py="xl"
  >
    <Stack align="center" gap={6}>
      <Icon size={44} stroke={1.4} aria-hidden />
      <Text fw={600} ta="center">
        {title}
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        {hint}
      </Text>
    </Stack>
  </Dropzone>
)
