import { limits } from '@escola/contract/limits'
import { passwordHint } from '@escola/contract/people'
import { PasswordInput } from '@mantine/core'
import type { ComponentProps } from 'react'

type InputProps = ComponentProps<typeof PasswordInput>

const visibility = {
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { 'aria-label': 'Mostrar senha' },
}

export function NewPasswordFields({ password, repeat }: { password: InputProps; repeat?: InputProps }) {
  return (
    <>
      <PasswordInput
        label="Senha"
        description={passwordHint}
        autoComplete="new-password"
        maxLength={limits.passwordMax}
        {...visibility}
        {...password}
      />
      {repeat && (
        <PasswordInput
          label="Repita a senha"
          autoComplete="new-password"
          maxLength={limits.passwordMax}
          {...visibility}
          {...repeat}
        />
      )}
    </>
  )
}

export function CurrentPasswordField(props: InputProps) {
  return (
    <PasswordInput
      label="Senha"
      autoComplete="current-password"
      maxLength={limits.passwordMax}
      {...visibility}
      {...props}
    />
  )
}
