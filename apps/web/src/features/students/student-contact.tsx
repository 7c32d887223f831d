import { messages } from '@escola/contract/messages'
import { formatCellphone } from '@escola/contract/people'
import { originLabel, type Student } from '@escola/contract/students.contract'
import { Anchor } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Section } from '../../ui/section.tsx'
import { useConfirmedChange } from '../../ui/use-confirmed-change.ts'
import classes from './student-page.module.css'
import { useResendLink } from './students.queries.ts'

export function StudentContact({ student }: { student: Student }) {
  const resend = useResendLink()
  const { run, isPending } = useConfirmedChange()
  const handleResend = () => run({ change: () => resend.mutateAsync(student.email), done: messages.studentLinkSent })
  return (
    <Section title="Contato">
      <dl className={classes.facts}>
        <dt>Nome</dt>
        <dd>{student.name}</dd>
        <dt>E-mail</dt>
        <dd>
          <Anchor href={`mailto:${student.email}`}>{student.email}</Anchor>
        </dd>
        <dt>Telefone</dt>
        <dd>{formatCellphone(student.cellphone) || '–'}</dd>
        <dt>Origem</dt>
        <dd>{originLabel(student.origin)}</dd>
      </dl>
      <BusyButton
        variant="light"
        leftSection={<IconMailForward size={18} aria-hidden />}
        busy={isPending}
        onClick={handleResend}
      >
        Enviar link por e-mail
      </BusyButton>
    </Section>
  )
}
