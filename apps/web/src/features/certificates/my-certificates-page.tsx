import { messages } from '@escola/contract/messages'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CertificateCpf } from './certificate-cpf.tsx'
import { CertificateRequests } from './certificate-requests.tsx'
import { certificateQueries } from './certificates.queries.ts'

export function MyCertificatesPage() {
  const school = useSchool()
  const { data } = usePrefetchedQuery(certificateQueries.mine(school.id))
  return (
    <Page title="Meus certificados">
      <Stack gap="lg">
        <Certificates list={data.certificates} />
        <CertificateRequests />
        <CertificateCpf />
      </Stack>
    </Page>
  )
}

function Certificates({ list }: { list: Parameters<typeof CertificateCard>[0]['certificate'][] }) {
  if (list.length === 0) {
    return (
      <>
        <AssistantHint>Conclua todas as aulas de um curso e o certificado aparece aqui.</AssistantHint>
        <EmptyState
          drawing="papers"
          title={messages.noCertificates}
          action={
            <Button variant="light" renderRoot={(props) => <Link to="/cursos" {...props} />}>
              Ver meus cursos
            </Button>
          }
        />
      </>
    )
  }
  return (
    <CardGrid width="19rem">
      {list.map((certificate) => (
        <li key={certificate.id}>
          <CertificateCard certificate={certificate} />
        </li>
      ))}
    </CardGrid>
  )
}
