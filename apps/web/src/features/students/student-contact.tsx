import { formatCellphone, phoneTexts } from '@escola/contract/phones'
import type { ResponseOf } from '@escola/contract/route'
import { studentTexts } from '@escola/contract/student-texts'
import { originLabel, type students } from '@escola/contract/students.contract'
import { Anchor, Text } from '@mantine/core'
import { Section } from '../../ui/section.tsx'
import { SentSmsList } from './sent-sms.tsx'
import classes from './student-page.module.css'

/** Contact data of the student, and the text messages that went there. */
export function StudentContact({ student, sms }: Pick<ResponseOf<typeof students.get>, 'student' | 'sms'>) {
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
        <dd>
          {formatCellphone(student.cellphone) || '–'}
          {student.cellphone && student.phone_e164 === null && (
            <Text span inherit c="dimmed">
              {` · ${phoneTexts.unknown}`}
            </Text>
          )}
        </dd>
        <dt>Origem</dt>
        <dd>{originLabel(student.origin)}</dd>
      </dl>
      {student.is_admin && (
        <Text size="sm" c="dimmed">
          {studentTexts.administratorsAccess}
        </Text>
      )}
      <SentSmsList sent={sms.sent} />
    </Section>
  )
}
