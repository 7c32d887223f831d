import { messages } from '@escola/contract/messages'
import type { SchoolSummary } from '@escola/contract/schools.contract'
import { formatDate } from '@escola/contract/time'
import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CertificateState } from '../../ui/certificates/certificate-state.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { certificateQueries } from './certificates.queries.ts'

/** A person's certificates of one school; one that does not answer leaves those of the others. */
export function CertificatesOfSchool({ school: { id, name, base_path } }: { school: SchoolSummary }) {
  const { data, error, refetch } = useQuery(certificateQueries.mine(id))
  return (
    <section aria-label={name}>
      <Title order={2} size="h3" mb="sm">
        {name}
      </Title>
      <Stack gap="sm">
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={90} role="status" aria-label="Carregando certificados" />}
        {data?.certificates.length === 0 && <Text c="dimmed">{messages.noCertificates}</Text>}
        {data?.certificates.map((certificate) => (
          <Paper key={certificate.id} component="article" p="md">
            <Title order={3} size="h4">
              {certificate.degree_title}
            </Title>
            <Text size="sm" c="dimmed" mb="xs">
              Concluído em {formatDate(certificate.utc_completed_on)}
              {certificate.workload_hours_pretty && ` · Carga horária: ${certificate.workload_hours_pretty}`}
            </Text>
            <Group gap="md" aria-live="polite">
              <CertificateState certificate={certificate} course={certificate.degree_title} schoolId={id} />
              <Anchor href={`${base_path}/v/${certificate.code}`} underline="always">
                Página de verificação
              </Anchor>
            </Group>
          </Paper>
        ))}
      </Stack>
    </section>
  )
}
