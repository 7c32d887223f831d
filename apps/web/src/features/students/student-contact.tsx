import { formatCellphone } from '@escola/contract/people'
import { originLabel, type Student } from '@escola/contract/students.contract'
import { Anchor } from '@mantine/core'
import { Section } from '../../ui/section.tsx'
import classes from './student-page.module.css'

export function StudentContact({ student }: { student: Student }) {
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
    </Section>
  )
}
