import {
  type certificateReissues,
  type IssuedCertificate,
  issuedStateLabels,
} from '@escola/contract/certificate-reissues.contract'
import { messages } from '@escola/contract/messages'
import type { ResponseOf } from '@escola/contract/route'
import { formatDate } from '@escola/contract/time'
import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { RevocationButton } from '../../ui/certificates/certificate-revocation.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
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
    hasButtons
    keyOf={({ id }) => id}
    columns={[
      { label: 'Aluno', heading: true, cell: (certificate) => <Student {...certificate} /> },
      { label: 'Curso', cell: ({ degree_title }) => degree_title },
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
      { label: 'Situação', cell: (certificate) => <State {...certificate} /> },
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
  const { id, name, degree_title, student_link, status } = certificate
  if (student_link === null) return null
  return (
    <Group gap="xs" wrap="nowrap">
      {status !== 'revoked' && (
        <BusyButton
          variant="light"
          size="xs"
          aria-label={`Reemitir certificado de ${name}`}
          busy={isPending}
          onClick={() =>
            run({
              question: {
                title: messages.areYouSure,
                text: `Um novo certificado de “${degree_title}” será emitido para ${name}. O anterior fica registrado como substituído.`,
                confirmLabel: 'Reemitir',
              },
              change: () => mutateAsync(id),
              done: messages.certificateReissued(name),
            })
          }
        >
          Reemitir
        </BusyButton>
      )}
      <RevocationButton certificate={certificate} course={degree_title} student={name} />
    </Group>
  )
}
