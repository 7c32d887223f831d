import { messages } from '@escola/contract/messages'
import { type Student, studentTexts } from '@escola/contract/students.contract'
import { Group, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Section } from '../../ui/section.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import { AccessLinkButton } from './access-link.tsx'
import { ChangePasswordButton } from './change-password.tsx'
import { useResendLink } from './students.queries.ts'

/** Ways into the school that its administrators give a student. */
export function StudentAccess({ student }: { student: Student & { is_admin: boolean } }) {
  return (
    <Section title="Acesso">
      {student.is_admin ? (
        <Text c="dimmed">{studentTexts.administratorsAccess}</Text>
      ) : (
        <Group gap="xs">
          <ResendButton student={student} />
          <AccessLinkButton student={student} />
          <ChangePasswordButton student={student} />
        </Group>
      )}
    </Section>
  )
}

function ResendButton({ student }: { student: Student }) {
  const resend = useResendLink()
  const { run, isPending } = useConfirmedChange()
  const handleResend = () => run({ change: () => resend.mutateAsync(student.email), done: messages.studentLinkSent })
  return (
    <BusyButton
      variant="light"
      leftSection={<IconMailForward size={18} aria-hidden />}
      busy={isPending}
      onClick={handleResend}
    >
      Enviar link por e-mail
    </BusyButton>
  )
}
