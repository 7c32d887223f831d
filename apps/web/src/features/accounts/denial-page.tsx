import { securityLimits } from '@escola/contract/limits'
import { type MailedLink, sessions, signUpDenied } from '@escola/contract/sessions.contract'
import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { AccountScreen } from './account-screen.tsx'
import { accountQueries } from './accounts.queries.ts'
import { DeadAct, MailedAct } from './mailed-act.tsx'

const signedOut = 'todos os aparelhos saem da conta'
const newPassword = ['a senha de agora deixa de valer', 'você cria uma nova senha em seguida']
const acts: Partial<Record<MailedLink['purpose'], { text: (email: string) => string; points: string[] }>> = {
  sign_up_denial: {
    text: (email) => `Alguém criou uma conta com ${email}. Você pode fechá-la para quem fez isso.`,
    points: [signedOut, 'a senha que foi escolhida e as chaves de acesso deixam de valer'],
  },
  passkey_denial: {
    text: (email) => `Uma chave de acesso foi criada na conta de ${email}.`,
    points: ['essa chave de acesso deixa de valer', signedOut, ...newPassword],
  },
  second_factor_denial: {
    text: (email) => `A verificação em duas etapas foi ativada na conta de ${email}.`,
    points: ['a verificação em duas etapas é desativada', signedOut, ...newPassword],
  },
}

/** Page behind the link 'Não fui eu' of a mail about a new account, passkey or second factor. */
export function DenialPage({ token }: { token: string }) {
  const link = usePrefetchedQuery(accountQueries.mailedLink(token)).data?.link
  const act = link && acts[link.purpose]
  const router = useRouter()
  const mutation = useMutation({
    mutationFn: () => api(sessions.deny, { params: { token } }),
    // The address of this page holds a secret, which is worth nothing now and goes.
    onSuccess: ({ recovery }) =>
      recovery && router.navigate({ to: '/recover/$token', params: { token: recovery }, replace: true }),
  })
  if (!act || link.state !== 'open')
    return <DeadAct reason={act && whyDead(link)} email={act && link.state === 'used' ? link.email : undefined} />
  if (mutation.data?.recovery === null)
    return (
      <AccountScreen title="Pronto!" text={signUpDenied}>
        <Anchor component={Link} to="/" underline="always">
          Ir para o início
        </Anchor>
      </AccountScreen>
    )
  return (
    <AccountScreen title="Não foi você?" text={act.text(link.email)}>
      <MailedAct
        lead="Ao confirmar:"
        points={act.points}
        label="Não fui eu: encerrar"
        note="Foi você? Feche esta página: nada muda."
        mutation={mutation}
      />
    </AccountScreen>
  )
}

function whyDead({ purpose, state }: MailedLink): string {
  if (state !== 'expired')
    return 'Este link já foi usado, ou o e-mail da conta mudou depois dele. Entre com a sua senha, ou crie uma nova.'
  const wayOn =
    purpose === 'second_factor_denial'
      ? 'fale com a escola: criar uma nova senha já pede o código dessa verificação.'
      : 'crie uma nova senha: ela encerra todos os acessos.'
  return `Este link valia por ${securityLimits.denialDays} dias. Se não foi você, ${wayOn}`
}
