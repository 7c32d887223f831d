import { Anchor, Button, CopyButton, Group, Paper, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'

/** A quiet day is a day to show the school to more people. */
export function NothingWaits() {
  const { base_path } = useSchool()
  const address = `${window.location.origin}${base_path || '/'}`
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Text fw={600}>Tudo em dia por aqui.</Text>
      <Group gap="xs" mt={4}>
        <Text c="dimmed" size="sm">
          Que tal mostrar a escola a mais gente?{' '}
          <Anchor inherit href={base_path || '/'} underline="always" style={{ overflowWrap: 'anywhere' }}>
            {address}
          </Anchor>
        </Text>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copiado' : 'Copiar o endereço'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Paper>
  )
}
