import { countOf, messages } from '@escola/contract/messages'
import { threadStates } from '@escola/contract/threads.contract'
import { pageTitles } from '@escola/contract/titles'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { PillLinks } from '../../ui/pill-links.tsx'
import { writeFilters } from './community-search.ts'
import classes from './thread-card.module.css'
import { ThreadCard } from './thread-card.tsx'
import { ThreadRows } from './thread-rows.tsx'
import { type ThreadQuery, threadQueries } from './threads.queries.ts'

interface CommunityPageProps {
  query: ThreadQuery
  onPage: (page: number) => void
  onCourse: (course: string | undefined) => void
  onSearch: (search: string) => void
}

/** The questions of the school: those that wait for its answer, oldest first, and those that have one (part 2 §2). */
export function CommunityPage({ query, onPage, onCourse, onSearch }: CommunityPageProps) {
  const schoolId = useSchool().id
  const table = useQueryTable(query, (query) => threadQueries.list(schoolId, query))
  const { threads, courses, ...paging } = table.data
  const isPhone = usePhone()
  const list = { ...table.shown, key: table.queryKey, admin: 1 } as const
  return (
    <ListPage
      title={pageTitles.community}
      description="O que os seus alunos perguntam nas aulas."
      narrow
      filters={
        courses.length > 0 && (
          <>
            <StateFilter query={query} />
            <ListFilters
              search={
                <SearchBox
                  label="Buscar por palavras da pergunta ou pelo nome do aluno"
                  placeholder="Buscar pergunta ou aluno"
                  search={query.search}
                  onSearch={onSearch}
                />
              }
              fields={courses.length > 1 || query.course !== undefined ? [courseField(courses)] : []}
              values={{ course: query.course ?? '' }}
              onFilter={(_, course) => onCourse(course || undefined)}
              found={countOf(paging.total, 'pergunta', 'perguntas')}
            />
          </>
        )
      }
      listed={{ total: paging.total, list: threads }}
      onPage={onPage}
      empty={describeEmpty(table.shown)}
    >
      {isPhone ? (
        <ThreadRows threads={threads} list={list} />
      ) : (
        <ul className={classes.list} data-loading={table.isLoading || undefined}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadCard thread={thread} list={list} showsLesson />
            </li>
          ))}
        </ul>
      )}
      <Pager {...paging} onPage={onPage} label="Páginas de perguntas" />
    </ListPage>
  )
}

function describeEmpty({ state, course, search }: ThreadQuery) {
  if (course !== undefined || search)
    return {
      drawing: 'search' as const,
      title: `Nenhuma pergunta ${stateNames[state].one} encontrada.`,
      text: 'Tente outras palavras ou outro curso.',
      action: (
        <Button
          variant="light"
          renderRoot={(props) => <Link {...props} to="/comunidade" search={writeFilters({ state })} />}
        >
          Limpar os filtros
        </Button>
      ),
    }
  if (state === 'answered') return { drawing: 'people' as const, title: 'Nenhuma pergunta foi respondida ainda.' }
  return { drawing: 'people' as const, title: messages.noWaitingQuestions }
}

const courseField = (courses: { id: string; title: string }[]) => ({
  name: 'course' as const,
  label: 'Curso',
  all: 'Todos os cursos',
  data: courses.map(({ id, title }) => ({ value: id, label: title })),
})

const stateNames = {
  waiting: { many: 'Sem resposta', one: 'sem resposta' },
  answered: { many: 'Respondidas', one: 'respondida' },
}

/** Each is an address, which keeps the course and the words. */
const StateFilter = ({ query: { state, course, search } }: { query: ThreadQuery }) => (
  <PillLinks
    label="Situação das perguntas"
    states={threadStates}
    current={state}
    nameOf={(state) => stateNames[state].many}
    searchOf={(state) => writeFilters({ state, course, search })}
  />
)
