import { hourMs } from '@escola/contract/durations'
import { type Import, isUnderWay } from '@escola/contract/imports.contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { Section } from '../../ui/section.tsx'
import { ImportEntry } from './import-entry.tsx'
import { importQueries } from './imports.queries.ts'
import { useLiveImport } from './use-live-import.ts'

const newsMs = hourMs
const isNews = (entry: Import) =>
  isUnderWay(entry) || (entry.utc_finished_on !== null && Date.now() - Date.parse(entry.utc_finished_on) < newsMs)

const title = 'Importações'

/** Reads the class's imports, newest first; a running one moves by itself, whichever administrator started it. */
function useImports(cohortId: string) {
  const { data, error, refetch } = useQuery(importQueries.list(useSchool().id, cohortId))
  const list: Import[] = data?.imports ?? []
  useLiveImport(cohortId, list.find(isUnderWay))
  return { list, isKnown: data !== undefined, error, refetch }
}

/** Lists all imports of the class. */
export function ImportHistory({ cohortId, action }: { cohortId: string; action: ReactNode }) {
  const { list, isKnown, error, refetch } = useImports(cohortId)
  return (
    <Section title={title} aside={list.length > 0 && action}>
      {error && !isKnown ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        isKnown &&
        list.length === 0 && (
          <EmptyState
            drawing="papers"
            title="Nenhuma importação nesta turma"
            text="Traga os alunos de uma planilha, de um arquivo CSV ou de uma lista colada."
            action={action}
          />
        )
      )}
      <Entries list={list} />
    </Section>
  )
}

/** Shows the imports of the class that are under way or have just ended. */
export function ImportNews({ cohortId }: { cohortId: string }) {
  const list = useImports(cohortId).list.filter(isNews)
  return (
    list.length > 0 && (
      <Section title={title}>
        <Entries list={list} />
      </Section>
    )
  )
}

const Entries = ({ list }: { list: Import[] }) =>
  list.map((each) => <ImportEntry key={each.id} entry={each} opensAtEnd={isNews(each)} />)
