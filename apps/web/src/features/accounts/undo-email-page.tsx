import { emailChangeLimits, emailChanges, type MailedUndo } from '@escola/contract/email-changes.contract'
import { messages } from '@escola/contract/messages'
import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { FailureAlert } from './failure-alert.tsx'

/** Page behind the link of the old mailbox. Mail programs open links too, so only its button undoes anything. */
export function UndoEmailPage({ token }: { token: string }) {
  const undo = usePrefetchedQuery(accountQueries.undo(token)).data
  if (undo?.state !== 'open') return <DeadUndo undo={undo} />
  return (
    <AccountScreen title="Não foi você?" text={`A sua conta volta a usar ${undo.email}, e só você entra de novo.`}>
      <Undo token={token} />
    </AccountScreen>
  )
}

function Undo({ token }: { token: string }) {
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(emailChanges.undo, { params: { token } }),
    // The address of this page holds a secret, which is worth nothing now and goes.
    onSuccess: (answer) =>
      router.navigate({ to: '/recover/$token', params: { token: answer.recovery }, replace: true }),
  })
  return (
    <Stack gap="md">
      {error && <FailureAlert error={error} />}
      <div>
        <Text mb={4}>Ao desfazer:</Text>
        <List spacing={4}>
          <List.Item>todos os aparelhos saem da conta</List.Item>
          <List.Item>a senha e as chaves de acesso de agora deixam de valer</List.Item>
          <List.Item>você cria uma nova senha em seguida</List.Item>
        </List>
      </div>
      <BusyButton size="md" busy={isPending} fullWidth onClick={() => mutate()}>
        Desfazer a troca de e-mail
      </BusyButton>
      <Text size="sm" c="dimmed">
        Foi você que trocou? Feche esta página: nada muda.
      </Text>
    </Stack>
  )
}

const reasons: Record<MailedUndo['state'], string> = {
  open: '',
  used: 'A troca de e-mail já foi desfeita com um link como este. Entre com a sua senha, ou crie uma nova.',
  expired: `Este link valia por ${emailChangeLimits.undoDays} dias. Se não foi você que trocou o e-mail, fale com a escola.`,
}

function DeadUndo({ undo }: { undo: MailedUndo | null }) {
  return (
    <AccountScreen title={messages.linkExpired}>
      <Stack gap="md">
        <Alert color="ambar" variant="light" icon={<IconLinkOff />}>
          {undo
            ? reasons[undo.state]
            : 'Este link não está inteiro. Abra-o de novo no e-mail, sem copiar só uma parte.'}
        </Alert>
        <Anchor
          component={Link}
          to="/recuperar-senha"
          {...(undo?.state === 'used' && { state: { email: undo.email } })}
          underline="always"
        >
          Criar uma nova senha
        </Anchor>
        <Anchor component={Link} to="/login" underline="always">
          Ir para o login
        </Anchor>
      </Stack>
    </AccountScreen>
  )
}
