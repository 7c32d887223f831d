import {
  type IssuedState,
  issuedStateLabels,
  issuedStates,
  issuedTexts,
} from '@escola/contract/certificate-reissues.contract'
import { countOf } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { Paper } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { type IssuedQuery, issuedQueries } from './issued.queries.ts'
import { IssuedTable } from './issued-table.tsx'
import { ReissueAll, ReissueProgress } from './reissue-all.tsx'

interface IssuedListPageProps {
  query: IssuedQuery
  onPage: (page: number) => void
  onSearch: (search: string) => void
  onState: (state: IssuedState | undefined) => void
}

/** Certificates that a template has issued. */
export function IssuedListPage({ query, onPage, onSearch, onState }: IssuedListPageProps) {
  const schoolId = useSchool().id
  const { data, shown, isLoading } = useQueryTable(query, (query) => issuedQueries.list(schoolId, query))
  const { title, certificates, reissue } = data
  const isEmpty = certificates.total === 0 && !shown.state && !shown.search
  return (
    <ListPage
      title={issuedTexts.title}
      description={`Certificados do modelo “${title}”.`}
      back={{ to: '/certificados', label: pageTitles.certificates }}
      actions={!isEmpty && <ReissueAll templateId={query.templateId} reissue={reissue} />}
      filters={
        <>
          {reissue && <ReissueProgress reissue={reissue} />}
          {!isEmpty && (
            <ListFilters
              search={
                <SearchBox
                  label="Buscar por nome, código ou número de registro"
                  placeholder="Nome, código ou registro"
                  search={query.search ?? ''}
                  onSearch={onSearch}
                />
              }
              fields={states}
              values={{ state: query.state ?? '' }}
              onFilter={(_, value) => onState(issuedStates.find((each) => each === value))}
              found={countOf(certificates.total, 'certificado', 'certificados')}
            />
          )}
        </>
      }
      listed={certificates}
      onPage={onPage}
      empty={isEmpty ? noneIssued : noneFound}
    >
      <Paper px={{ base: 'md', sm: 'lg' }} py={{ base: 0, sm: 'xs' }}>
        <IssuedTable certificates={certificates} isLoading={isLoading} onPage={onPage} />
      </Paper>
    </ListPage>
  )
}

const noneIssued = {
  drawing: 'papers' as const,
  title: 'Este modelo ainda não emitiu certificados',
  text: 'Quando um aluno concluir um curso deste modelo, o certificado aparece aqui.',
}
const noneFound = {
  drawing: 'search' as const,
  title: 'Nenhum certificado encontrado',
  text: 'Confira o que você digitou, ou procure em todas as situações.',
}

const states = [
  {
    name: 'state',
    label: 'Situação',
    all: 'Todas as situações',
    data: issuedStates.map((value) => ({ value, label: issuedStateLabels[value].many })),
  },
] as const
