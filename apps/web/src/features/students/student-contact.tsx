import { formatCellphone } from '@escola/contract/people'
import { originLabel, type Student } from '@escola/contract/students.contract'
import { Anchor, Group } from '@mantine/core'
import { Section } from '../../ui/section.tsx'
import { makeWhatsappLink } from '../../ui/whatsapp-link.ts'
import { CorrectContactButton } from './correct-contact.tsx'
import { CorrectEmailButton } from './correct-email.tsx'
import { MergeStudentButton } from './merge-student.tsx'
import classes from './student-page.module.css'

export function StudentContact({ student }: { student: Student & { is_admin: boolean } }) {
  const whatsapp = makeWhatsappLink(student.cellphone, `Olá, ${student.name}!`)
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
          {whatsapp && (
            <>
              {' · '}
              <Anchor href={whatsapp} target="_blank" rel="noreferrer" inherit underline="always">
                WhatsApp
              </Anchor>
            </>
          )}
        </dd>
        <dt>Origem</dt>
        <dd>{originLabel(student.origin)}</dd>
      </dl>
      {!student.is_admin && (
        <Group gap="xs" mt="sm">
          <CorrectContactButton student={student} />
          <CorrectEmailButton student={student} />
          <MergeStudentButton student={student} />
        </Group>
      )}
    </Section>
  )
}
