import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A code of the authenticator app, or one of those that were written down. */
export function CodeField({ isRecovery, ...props }: ComponentProps<typeof TextInput> & { isRecovery?: boolean }) {
  return isRecovery ? (
    <TextInput
      label="Código de recuperação"
      description="Um dos dez que você guardou; cada um vale uma vez"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      {...props}
    />
  ) : (
    <TextInput
      label="Código do aplicativo"
      description="Os 6 números que ele mostra agora"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={7}
      {...props}
    />
  )
}
