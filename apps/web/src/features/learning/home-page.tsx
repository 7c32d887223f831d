import type { learning } from '@escola/contract/learning.contract'
import { firstName } from '@escola/contract/people'
import { resumedOf } from '@escola/contract/resumed'
import type { ResponseOf } from '@escola/contract/route'
import { Button, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useId } from 'react'
import { useSchool, useUser, useViewRole } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { makeContactLink } from '../../ui/contact-links.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { CourseRow } from './course-row.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeNews } from './home-news.tsx'
import classes from './home-page.module.css'
import { learningQueries } from './learning.queries.ts'

const ErasedNotice = lazy(() => import('../../ui/account/erased-notice.tsx'))
const JoinSchool = lazy(() => import('../../ui/account/join-school.tsx'))

const galleryTitle = 'Galeria de cursos'

type Home = ResponseOf<typeof learning.home>

/** Home of a student, and a visitor's gallery: the lesson where they stopped, then every course by category. */
export function HomePage() {
  const school = useSchool()
  const user = useUser()
  const { data } = usePrefetchedQuery(learningQueries.home(school.id))
  const isVisitor = useViewRole() === 'visitor'
  const welcome = user && !isVisitor ? `Olá, ${firstName(user.name)}` : galleryTitle
  return (
    <Page
      title={welcome}
      description={isVisitor ? school.gallery_sentence || `O que você pode aprender em ${school.name}.` : undefined}
    >
      {!user && <SignInCall />}
      {school.can_join && <JoinCall />}
      {school.erased_here && (
        <section className={classes.call} aria-label="Acesso a esta escola">
          <Suspense>
            <ErasedNotice />
          </Suspense>
        </section>
      )}
      <Courses {...data} />
    </Page>
  )
}

function Courses({ categories, news }: Home) {
  const filled = categories.filter((category) => category.degrees.length > 0)
  const resumed = resumedOf(filled)
  if (filled.length === 0) return <NoCourses />
  return (
    <div className={classes.home}>
      {resumed && <HomeHero card={resumed} />}
      {news && <HomeNews news={news} />}
      {filled.map((category, at) => (
        <CourseRow key={category.id} title={category.title} cards={category.degrees} isFirst={at === 0 && !resumed} />
      ))}
    </div>
  )
}

/** Stands in place of the courses where a person sees none. */
export function NoCourses() {
  const school = useSchool()
  const contact = makeContactLink(school, 'Olá! Quero saber sobre os cursos da escola.')
  return (
    <>
      <AssistantHint>{`Assim que ${school.name} publicar um curso para você, ele aparece nesta página.`}</AssistantHint>
      <EmptyState
        drawing="lessons"
        title="Nenhum curso por aqui ainda"
        action={
          contact && (
            <Button variant="light" component="a" href={contact} target="_blank" rel="noopener noreferrer">
              Fale com a escola
            </Button>
          )
        }
      />
    </>
  )
}

function JoinCall() {
  const heading = useId()
  return (
    <section className={classes.call} aria-labelledby={heading}>
      <Stack gap="xs">
        <Title order={2} size="h3" id={heading}>
          Faça parte de {useSchool().name}
        </Title>
        <Suspense>
          <JoinSchool />
        </Suspense>
      </Stack>
    </section>
  )
}

function SignInCall() {
  return (
    <div className={classes.call}>
      <p>Já é aluno? Entre na sua conta para assistir às suas aulas.</p>
      <Button renderRoot={(props) => <Link to="/login" {...props} />}>Entrar</Button>
    </div>
  )
}
