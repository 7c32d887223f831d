import type { SignedIn } from '@escola/contract/sessions.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useAppContext } from '../../session/context.ts'
import { offersPasskeys, showPasskey } from '../../session/passkey.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FailureAlert } from './failure-alert.tsx'

/** Signs in with a finger, a face or the phone's code; neither e-mail nor password is typed. */
export function PasskeyButton({ onDone }: { onDone: (signedIn: SignedIn) => Promise<void> }) {
  const { school } = useAppContext()
  const entering = useMutation({
    mutationFn: async () => {
      const answer = await showPasskey()
      if (answer) await onDone(await api(sessions.signInByPasskey, { body: { answer } }))
    },
  })
  if (!offersPasskeys(school)) return null
  return (
    <>
      <Text c="dimmed" size="sm" ta="center">
        ou
      </Text>
      {entering.isError && <FailureAlert error={entering.error} />}
      <BusyButton
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconFingerprint size={20} aria-hidden />}
        busy={entering.isPending}
        onClick={() => entering.mutate()}
      >
        Usar chave de acesso
      </BusyButton>
    </>
  )
}
