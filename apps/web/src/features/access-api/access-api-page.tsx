import { apiOff } from '@escola/contract/messages'
import { accessApiTitle } from '@escola/contract/titles'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { accessApiQueries } from './access-api.queries.ts'
import { InstructionsButton } from './instructions.tsx'
import { IntegrationsSection } from './integrations-section.tsx'
import { KeySection } from './key-section.tsx'

export function AccessApiPage() {
  const { id, has_api } = useSchool()
  const { key, utc_created_on, utc_signature_ends_on } = usePrefetchedQuery(accessApiQueries.key(id)).data
  const { integrations } = usePrefetchedQuery(accessApiQueries.integrations(id)).data
  return (
    <Page
      title={accessApiTitle}
      description="Outros sistemas matriculam alunos nas suas turmas."
      actions={<InstructionsButton apiKey={key} integrations={integrations} />}
      narrow
    >
      {!has_api && (
        <Alert variant="light" icon={<IconInfoCircle />}>
          {apiOff}.
        </Alert>
      )}
      <KeySection
        apiKey={key}
        createdOn={utc_created_on}
        signatureEndsOn={utc_signature_ends_on}
        mayGenerate={has_api}
      />
      <IntegrationsSection integrations={integrations} mayCreate={has_api} />
    </Page>
  )
}
