import { messages } from '@escola/contract/messages'
import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { AccountScreen } from './account-screen.tsx'
import { FailureAlert } from './failure-alert.tsx'

interface MailedActProps {
  /** Words above the list of what happens. */
  lead: string
  points: string[]
  label: string
  note: string
  mutation: { mutate: () => void; isPending: boolean; error: Error | null }
}

/** An act of a mailed link. Mail programs open links too, so only its button does anything. */
export function MailedAct({ lead, points, label, note, mutation: { mutate, isPending, error } }: MailedActProps) {
  return (
    <Stack gap="md">
      {error && <FailureAlert error={error} />}
      <div>
        <Text mb={4}>{lead}</Text>
        <List spacing={4}>
          {points.map((point) => (
            <List.Item key={point}>{point}</List.Item>
          ))}
        </List>
      </div>
      <BusyButton size="md" busy={isPending} fullWidth onClick={() => mutate()}>
        {label}
      </BusyButton>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
  )
}

interface DeadActProps {
  /** Reason why the link does nothing; none of a link that was never mailed, or was torn on its way. */
  reason: string | undefined
  /** E-mail of the user, for the page of a new password. */
  email?: string | undefined
}

export function DeadAct({ reason, email }: DeadActProps) {
  return (
    <AccountScreen title={messages.linkExpired}>
      <Stack gap="md">
        <Alert color="ambar" variant="light" icon={<IconLinkOff />}>
          {reason ?? 'Este link não está inteiro. Abra-o de novo no e-mail, sem copiar só uma parte.'}
        </Alert>
        <Anchor component={Link} to="/recuperar-senha" {...(email && { state: { email } })} underline="always">
          Criar uma nova senha
        </Anchor>
        <Anchor component={Link} to="/login" underline="always">
          Ir para o login
        </Anchor>
      </Stack>
    </AccountScreen>
  )
}
