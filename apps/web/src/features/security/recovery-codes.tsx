import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import classes from './list.module.css'

const fileOf = (codes: string[]) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`Códigos de recuperação da Escola. Cada um vale uma vez.\n\n${codes.join('\n')}\n`)}`

/** Shown this once: the server itself can't show them again. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="ambar" variant="light" role="status" title="Guarde os seus códigos de recuperação">
        Sem o celular, cada um deles abre a sua conta uma vez. Eles não aparecem de novo.
      </Alert>
      <ul className={classes.codes} translate="no" aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          component="a"
          href={fileOf(codes)}
          download="codigos-de-recuperacao.txt"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Baixar
        </Button>
        <Button onClick={onKept}>Guardei os códigos</Button>
      </Group>
    </Stack>
  )
}
