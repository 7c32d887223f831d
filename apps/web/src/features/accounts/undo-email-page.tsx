import { emailChangeLimits, emailChanges, type MailedUndo } from '@escola/contract/email-changes.contract'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { DeadAct, MailedAct } from './mailed-act.tsx'

/** Page behind the link of the old mailbox. */
export function UndoEmailPage({ token }: { token: string }) {
  const undo = usePrefetchedQuery(accountQueries.undo(token)).data
  if (undo?.state !== 'open')
    return (
      <DeadAct
        reason={undo ? reasons[undo.state] : undefined}
        email={undo?.state === 'used' ? undo.email : undefined}
      />
    )
  return (
    <AccountScreen title="Não foi você?" text={`A sua conta volta a usar ${undo.email}, e só você entra de novo.`}>
      <Undo token={token} />
    </AccountScreen>
  )
}

function Undo({ token }: { token: string }) {
  const router = useRouter()
  const mutation = useMutation({
    mutationFn: () => api(emailChanges.undo, { params: { token } }),
    // The address of this page holds a secret, which is worth nothing now and goes.
    onSuccess: (answer) =>
      router.navigate({ to: '/recover/$token', params: { token: answer.recovery }, replace: true }),
  })
  return (
    <MailedAct
      lead="Ao desfazer:"
      points={[
        'todos os aparelhos saem da conta',
        'a senha e as chaves de acesso de agora deixam de valer',
        'você cria uma nova senha em seguida',
      ]}
      label="Desfazer a troca de e-mail"
      note="Foi você que trocou? Feche esta página: nada muda."
      mutation={mutation}
    />
  )
}

const reasons: Record<MailedUndo['state'], string> = {
  open: '',
  used: 'A troca de e-mail já foi desfeita com um link como este. Entre com a sua senha, ou crie uma nova.',
  expired: `Este link valia por ${emailChangeLimits.undoDays} dias. Se não foi você que trocou o e-mail, fale com a escola.`,
}
