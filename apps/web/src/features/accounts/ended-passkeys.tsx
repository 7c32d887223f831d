import type { Passkey } from '@escola/contract/security.contract'
import { formatDate } from '@escola/contract/time'
import { Checkbox, Stack } from '@mantine/core'

interface EndedPasskeysProps {
  passkeys: Passkey[]
  /** Ids of those that end. */
  ended: string[]
  onChange: (ended: string[]) => void
}

const usesOf = ({ utc_created_on, utc_used_on }: Passkey) =>
  `Criada em ${formatDate(utc_created_on)} · ${utc_used_on ? `usada em ${formatDate(utc_used_on)}` : 'ainda não usada'}`

/** Passkeys that end with the new password; the user may keep some. */
export function EndedPasskeys({ passkeys, ended, onChange }: EndedPasskeysProps) {
  return (
    <Checkbox.Group
      label="Chaves de acesso a encerrar"
      description="Elas entram na sua conta sem a senha. Desmarque só as que você reconhece e quer manter."
      value={ended}
      onChange={onChange}
    >
      <Stack gap="sm" mt="xs">
        {passkeys.map((passkey) => (
          <Checkbox key={passkey.id} value={passkey.id} label={passkey.name} description={usesOf(passkey)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
