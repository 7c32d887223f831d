import {
  type certificateReissues,
  type IssuedCertificate,
  issuedStateLabels,
} from '@escola/contract/certificate-reissues.contract'
import { messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import { formatDate } from '@escola/contract/time'
import { Anchor, Badge, Menu, Text } from '@mantine/core'
import { IconBan, IconCertificate, IconRefresh, IconRestore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { useRevocation } from '../../ui/certificates/certificate-revocation.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { RowMenu } from '../../ui/lists/row-menu.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useReissue } from './issued.queries.ts'

interface IssuedTableProps {
  certificates: ResponseOf<typeof certificateReissues.list>['certificates']
  isLoading: boolean
  onPage: (page: number) => void
}

export const IssuedTable = ({ certificates, isLoading, onPage }: IssuedTableProps) => (
  <PagedTable
    listed={certificates}
    isLoading={isLoading}
    onPage={onPage}
    pagesLabel="Páginas de certificados"
    caption="Certificados emitidos"
    keyOf={({ id }) => id}
    lead={({ name }) => <Avatar user={{ name, profile_img_url: '' }} />}
    columns={[
      { label: 'Aluno', heading: true, cell: (certificate) => <Student {...certificate} /> },
      { label: 'Curso', fact: true, cell: ({ degree_title }) => degree_title },
      { label: 'Registro', tight: true, cell: (certificate) => <Register {...certificate} /> },
      {
        label: 'Código',
        tight: true,
        cell: ({ code }) => (
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/v/$code" params={{ code }} />}>
            {code}
          </Anchor>
        ),
      },
      { label: 'Emitido em', tight: true, cell: ({ utc_issued_on }) => formatDate(utc_issued_on) },
      { label: 'Situação', state: true, cell: (certificate) => <State {...certificate} /> },
      { label: 'Ações', action: true, cell: (certificate) => <Actions certificate={certificate} /> },
    ]}
  />
)

const erased = 'Aluno apagado'

const Student = ({ name, student_link: link }: IssuedCertificate) =>
  link === null ? (
    <Text c="dimmed">{name || erased}</Text>
  ) : (
    <Anchor inherit renderRoot={(props) => <Link {...props} to="/aluno/$link" params={{ link }} />}>
      {name}
    </Anchor>
  )

const Register = ({ register_number, register_book, number }: IssuedCertificate) => (
  <div>
    {register_number === null ? '–' : `${register_number}, livro ${register_book}`}
    {number > 1 && (
      <Text size="sm" c="dimmed">
        {number}ª via
      </Text>
    )}
  </div>
)

const colors = { ready: 'teal', revoked: 'danger', queued: 'gray', failed: 'danger' } as const

const State = ({ status, why }: IssuedCertificate) => (
  <div>
    <Badge variant="light" color={colors[status]} tt="none" fw={600}>
      {issuedStateLabels[status].one}
    </Badge>
    {why && (
      <Text size="sm" c="dimmed" mt={4}>
        {why}
      </Text>
    )}
  </div>
)

function Actions({ certificate }: { certificate: IssuedCertificate }) {
  const { mutateAsync } = useReissue()
  const { run, isPending } = useConfirmedChange()
  const { id, name, code, degree_title, student_link, status } = certificate
  const revocation = useRevocation({ certificate, course: degree_title, student: name })
  const handleReissue = () =>
    run({
      question: {
        title: messages.areYouSure,
        text: `Um novo certificado de “${degree_title}” será emitido para ${name}. O anterior fica registrado como substituído.`,
        confirmLabel: 'Reemitir',
      },
      change: () => mutateAsync(id),
      done: messages.certificateReissued(name),
    })
  const Icon = revocation.isRevoked ? IconRestore : IconBan
  return (
    <>
      <RowMenu
        label={`Ações do certificado de ${name || erased}: ${degree_title}`}
        busy={isPending || revocation.isPending}
      >
        <Menu.Item
          leftSection={<IconCertificate size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/v/$code" params={{ code }} />}
        >
          Ver certificado
        </Menu.Item>
        {student_link !== null && status !== 'revoked' && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={handleReissue}>
            Reemitir
          </Menu.Item>
        )}
        {student_link !== null && (
          <Menu.Item
            {...(!revocation.isRevoked && { color: 'danger' })}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={revocation.act}
          >
            {revocation.words}
          </Menu.Item>
        )}
      </RowMenu>
      {revocation.dialog}
    </>
  )
}
