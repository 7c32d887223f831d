import type { CourseCard as Card } from '@escola/contract/learning.contract'
import { countOf } from '@escola/contract/messages'
import { withoutAccents } from '@escola/contract/text'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import { SearchBox } from '../../ui/lists/search-box.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { PillLinks } from '../../ui/pill-links.tsx'
import { CourseCard } from './course-card.tsx'
import { NoCourses } from './home-page.tsx'
import { learningQueries } from './learning.queries.ts'
import { courseStates, nameOfState } from './my-courses-search.ts'
import { toCourses } from './to-courses.ts'

const fold = (text: string) => withoutAccents(text).toLowerCase()

/** All courses that a student sees, to be searched and chosen by how far the student has come. */
export function MyCoursesPage() {
  const { data } = usePrefetchedQuery(learningQueries.home(useSchool().id))
  const { search = '', state } = useSearch({ from: '/_app/cursos' })
  const navigate = useNavigate({ from: '/cursos' })
  const all = data.categories.flatMap(({ title, degrees }) => degrees.map((card) => ({ card, category: title })))
  if (all.length === 0)
    return (
      <Page title={toCourses.label}>
        <NoCourses />
      </Page>
    )
  const words = fold(search).split(/\s+/).filter(Boolean)
  const found = all.filter(({ card, category }) => {
    const text = fold(`${card.title} ${card.description_title} ${category}`)
    return (state === undefined || card.state === state) && words.every((word) => text.includes(word))
  })
  const known = courseStates.filter((each) => each === state || all.some(({ card }) => card.state === each))
  return (
    <Page title={toCourses.label}>
      <Stack gap="md">
        <SearchBox
          label="Buscar nos meus cursos"
          placeholder="Buscar curso"
          search={search}
          onSearch={(typed) => void navigate({ search: { search: typed || undefined, state }, replace: true })}
        />
        {known.length > 1 && (
          <PillLinks
            label="Situação"
            states={[undefined, ...known]}
            current={state}
            nameOf={(each) => (each ? nameOfState[each] : 'Todos')}
            searchOf={(each) => ({ search: search || undefined, state: each })}
          />
        )}
      </Stack>
      {found.length > 0 ? <Found cards={found.map(({ card }) => card)} /> : <NothingFound />}
    </Page>
  )
}

const Found = ({ cards }: { cards: Card[] }) => (
  <section aria-labelledby="courses-found">
    <div role="status">
      <Text component="h2" id="courses-found" size="sm" c="dimmed" fw={400} mb="sm">
        {countOf(cards.length, 'curso', 'cursos')}
      </Text>
    </div>
    <CardGrid width="260px" gap="20px">
      {cards.map((card, at) => (
        <li key={card.id}>
          <CourseCard card={card} eager={at === 0} />
        </li>
      ))}
    </CardGrid>
  </section>
)

const NothingFound = () => (
  <EmptyState
    drawing="search"
    title="Nenhum curso assim"
    text="Procure por outra palavra ou veja todos."
    action={
      <Group justify="center">
        <Button variant="light" renderRoot={(props) => <Link to="/cursos" search={{}} {...props} />}>
          Ver todos os cursos
        </Button>
      </Group>
    }
  />
)
