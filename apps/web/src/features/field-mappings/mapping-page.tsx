import { formatDateTime } from '@escola/contract/time'
import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { fieldMappingQueries } from './field-mappings.queries.ts'
import { MappingForm } from './mapping-form.tsx'

interface Props {
  accountId: string
  /** The address that the platform sends its messages to. */
  address: ReactNode
}

/** Page on which the school says, by a sample, what the fields mean that a platform sends. */
export function MappingPage({ accountId, address }: Props) {
  const { data } = usePrefetchedQuery(fieldMappingQueries.one(useSchool().id, accountId))
  const { title, samples, utc_refused_on } = data
  return (
    <Page
      title={`Campos de ${title}`}
      description="Diga uma vez o que cada campo significa. As vendas desta conta seguem isso daí em diante."
      back={{ to: '/vendas/contas', label: 'Contas das plataformas' }}
      narrow
    >
      {samples.length > 0 ? (
        <MappingForm key={accountId} accountId={accountId} loaded={data} />
      ) : (
        <Section title="Endereço">
          <div>{address}</div>
          {utc_refused_on && (
            <Alert color="ambar" variant="light">
              Um aviso chegou em {formatDateTime(utc_refused_on)} e foi recusado, porque não trazia a prova desta conta.
              Confira o código e o nome do campo ou do cabeçalho em Contas das plataformas.
            </Alert>
          )}
          <EmptyState
            drawing="papers"
            title="Esperando um exemplo"
            text="Cole o endereço na plataforma e mande um teste por lá, ou espere a primeira venda. Ela aparece aqui sozinha, e nada se perde."
          />
        </Section>
      )}
    </Page>
  )
}
