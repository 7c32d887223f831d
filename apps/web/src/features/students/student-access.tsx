import { messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import { type Student, type students, studentTexts } from '@escola/contract/students.contract'
import { Group, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { AccessLinkButton } from './access-link.tsx'
import { ChangePasswordButton } from './change-password.tsx'
import { SendSmsButton } from './send-sms.tsx'
import { SentSmsList } from './sent-sms.tsx'
import { useResendLink } from './students.queries.ts'

/** Ways into the school that its administrators give a student. */
export function StudentAccess({ student, sms }: Pick<ResponseOf<typeof students.get>, 'student' | 'sms'>) {
  return (
    <Section title="Acesso">
      {student.is_admin ? (
        <Text c="dimmed">{studentTexts.administratorsAccess}</Text>
      ) : (
        <Group gap="xs">
          <ResendButton student={student} />
          {sms.isOn && <SendSmsButton student={student} />}
          <AccessLinkButton student={student} />
          <ChangePasswordButton student={student} />
        </Group>
      )}
      <SentSmsList sent={sms.sent} />
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
