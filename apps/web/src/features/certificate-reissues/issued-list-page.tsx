import { issuedStateLabels, issuedStates, issuedTexts } from '@escola/contract/certificate-reissues.contract'
import { pageTitles } from '@escola/contract/titles'
import { Paper } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { PillLinks } from '../../ui/pill-links.tsx'
import { type IssuedQuery, issuedQueries } from './issued.queries.ts'
import { IssuedTable } from './issued-table.tsx'
import { ReissueAll, ReissueProgress } from './reissue-all.tsx'

interface IssuedListPageProps {
  query: IssuedQuery
  onPage: (page: number) => void
  onSearch: (search: string) => void
}

/** Certificates that a template has issued. */
export function IssuedListPage({ query, onPage, onSearch }: IssuedListPageProps) {
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
            <>
              <SearchBox
                label="Buscar por nome, código ou número de registro"
                placeholder="Nome, código ou registro"
                search={query.search ?? ''}
                onSearch={onSearch}
              />
              <StateFilter query={query} />
            </>
          )}
        </>
      }
      listed={certificates}
      onPage={onPage}
      empty={isEmpty ? noneIssued : noneFound}
    >
      <Paper p="lg">
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

const filters = [undefined, ...issuedStates]

const StateFilter = ({ query: { state, search } }: { query: IssuedQuery }) => (
  <PillLinks
    label="Situação dos certificados"
    states={filters}
    current={state}
    nameOf={(state) => (state ? issuedStateLabels[state].many : 'Todos')}
    searchOf={(state) => ({ ...(state && { state }), ...(search && { search }) })}
  />
)
