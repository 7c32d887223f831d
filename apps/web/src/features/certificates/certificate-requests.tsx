import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { CertificateRequestAction, certificateRequestsQuery } from '../../ui/certificates/certificate-request.tsx'
import lists from '../../ui/lists/lists.module.css'
import { Section } from '../../ui/section.tsx'

/** Finished courses without a certificate yet. Certificates can be had without this part. */
export function CertificateRequests() {
  const { data } = useQuery(certificateRequestsQuery(useSchool().id))
  if (!data || data.requests.length === 0) return null
  return (
    <Section title="Cursos concluídos, ainda sem certificado">
      <ul className={lists.ruled}>
        {data.requests.map((request) => (
          <li key={`${request.model_id} ${request.degree_id}`}>
            <Group justify="space-between" gap="xs">
              <Text fw={600}>{request.degree_title}</Text>
              <CertificateRequestAction request={request} namesCourse />
            </Group>
            {request.held_why && (
              <Text size="sm" c="dimmed" mt={4}>
                {request.held_why}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
