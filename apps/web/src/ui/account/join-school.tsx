import { accounts } from '@escola/contract/accounts.contract'
import { htmlPages } from '@escola/contract/pages.contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../busy-button.tsx'
import { notifyError, notifySuccess } from '../notify.ts'

/** Lets a signed-in visitor become a student, and says what the school gets to know by it. */
export default function JoinSchool({ onDone }: { onDone?: () => void }) {
  const { id, name } = useSchool()
  const client = useQueryClient()
  const { mutate: join, isPending } = useMutation({
    mutationFn: () => api(accounts.joinSchool, { params: { schoolId: id }, body: { disclosure: true } }),
    onSuccess: async () => {
      // A student sees all of the school in another way than a visitor.
      await client.invalidateQueries()
      notifySuccess(`Agora você faz parte de ${name}.`)
      onDone?.()
    },
    onError: (error) => notifyError(error),
  })
  return (
    <Stack gap="sm" align="flex-start">
      <Text>
        Ao entrar, {name} passa a conhecer o seu nome, o seu e-mail e o seu telefone, e você aceita os{' '}
        <Anchor component={Link} to="/termos-e-condicoes" underline="always" inherit>
          {htmlPages['termos-e-condicoes']}
        </Anchor>{' '}
        da escola.
      </Text>
      <BusyButton busy={isPending} onClick={() => join()}>
        Entrar nesta escola
      </BusyButton>
    </Stack>
  )
}
