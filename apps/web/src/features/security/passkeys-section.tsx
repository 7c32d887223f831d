import { securityLimits } from '@escola/contract/limits'
import { type Passkey, security } from '@escola/contract/security.contract'
import { formatDate } from '@escola/contract/time'
import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { isCalledOff } from '../../session/passkey.ts'
import { securityQuery } from '../../session/security.ts'
import { withProof } from '../../ui/account/proof.ts'
import lists from '../../ui/lists/lists.module.css'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import classes from './list.module.css'

async function makePasskey() {
  const [{ startRegistration }, { options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    withProof(() => api(security.startPasskey)),
  ])
  const answer = await startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
    // A user who changed their mind gets no message.
    throw isCalledOff(error) ? new DOMException('', 'AbortError') : error
  })
  await withProof(() => api(security.addPasskey, { body: { answer: answer as never } }))
}

export function PasskeysSection() {
  const { passkeys, passkeyHost } = usePrefetchedQuery(securityQuery).data
  const client = useQueryClient()
  const { run, isPending } = useConfirmedChange()
  const refresh = () => client.invalidateQueries(securityQuery)
  const add = () =>
    run({
      change: async () => {
        await makePasskey()
        await refresh()
      },
      done: 'Chave de acesso criada',
    })
  const remove = async ({ id }: Passkey) => {
    await withProof(() => api(security.removePasskey, { params: { id } }))
    await refresh()
  }
  return (
    <Section
      title="Chaves de acesso"
      text="Entre com a digital, o rosto ou o código do seu aparelho, sem digitar a senha."
    >
      {passkeys.length > 0 && (
        <ul className={lists.ruled}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.row}>
              <IconKey aria-hidden />
              <div className={classes.text}>
                <Text fw={600}>{passkey.name}</Text>
                <Text size="sm" c="dimmed">
                  Criada em {formatDate(passkey.utc_created_on)} ·{' '}
                  {passkey.utc_used_on ? `usada em ${formatDate(passkey.utc_used_on)}` : 'ainda não usada'}
                </Text>
              </div>
              <RemoveButton
                variant="default"
                color=""
                size="sm"
                label={`Remover ${passkey.name}`}
                question={{
                  ...makeDangerQuestion(
                    `“${passkey.name}” não abre mais a sua conta. Apague-a também no seu aparelho.`,
                  ),
                  title: 'Remover esta chave de acesso?',
                }}
                change={() => remove(passkey)}
                done="Chave de acesso removida"
              >
                Remover
              </RemoveButton>
            </li>
          ))}
        </ul>
      )}
      <Offer host={passkeyHost} count={passkeys.length}>
        <Button
          variant="light"
          leftSection={<IconFingerprint size={20} aria-hidden />}
          disabled={isPending}
          onClick={add}
          className={classes.all}
        >
          Criar chave de acesso
        </Button>
      </Offer>
    </Section>
  )
}

/** Shows the reason why this browser can't make a passkey, else the button that makes one. */
function Offer({ host, count, children }: { host: string; count: number; children: React.ReactNode }) {
  if (location.hostname !== host)
    return (
      <Text c="dimmed">
        As chaves de acesso valem em {host}. Neste endereço, que é da escola, entre com a sua senha.
      </Text>
    )
  if (!('PublicKeyCredential' in window)) return <Text c="dimmed">Este navegador não aceita chaves de acesso.</Text>
  if (count >= securityLimits.passkeys)
    return <Text c="dimmed">Você já tem {securityLimits.passkeys} chaves. Remova uma para criar outra.</Text>
  return children
}
