import { Text } from '@mantine/core'

/** Terms that an affiliate reads before it approves. */
export const InvitationTerms = () => (
  <Text size="sm" c="dimmed">
    Os alunos, os SMS e os domínios da sua escola continuam por sua conta. O conteúdo dos cursos vem de lá e não pode
    ser mudado aqui. Você pode sair quando quiser.
  </Text>
)
