import { type CoursePage, coursePageTexts } from '@escola/contract/course-pages.contract'
import { countOf } from '@escola/contract/messages'
import { isEmptyRichText } from '@escola/contract/rich-text'
import { Alert, Button } from '@mantine/core'
import { IconChevronDown, IconClock, IconEye, IconPlayerPlay, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool, useUser, useViewRole } from '../../session/context.ts'
import { makeContactLink, makeLandingPageLink } from '../../ui/contact-links.ts'
import { coursePageQueries } from '../../ui/courses/course-pages.queries.ts'
import { Cover } from '../../ui/courses/cover.tsx'
import { formatDuration } from '../../ui/courses/duration.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import classes from './course-page.module.css'

interface Props {
  link: string
  /** Way of a buyer who waits for access to their purchase. */
  purchaseHelp: ReactNode
}

/** Shows a course to people without an account, with what it teaches and the ways into it. */
export function PublicCoursePage({ link, purchaseHelp }: Props) {
  const { page } = usePrefetchedQuery(coursePageQueries.one(useSchool().id, link)).data
  const lessons = page.modules.flatMap(({ content }) => content)
  return (
    <Page title={page.title} description={page.description_title} back={{ to: '/', label: 'Todos os cursos' }}>
      {!page.is_open && <PreviewNotice link={link} />}
      <div className={classes.banner}>
        <Cover src={page.img_wide_url} title={page.title} sizes="(max-width: 1240px) 100vw, 1240px" eager />
      </div>
      <div className={classes.columns}>
        <div className={classes.start}>
          <p className={classes.facts}>
            {page.teacher && (
              <span>
                <IconUser size={16} aria-hidden /> Com {page.teacher}
              </span>
            )}
            {page.workload_hours_pretty && (
              <span>
                <IconClock size={16} aria-hidden /> {page.workload_hours_pretty}
              </span>
            )}
            {lessons.length > 0 && (
              <span>
                <IconPlayerPlay size={16} aria-hidden /> {countOf(lessons.length, 'aula', 'aulas')}
              </span>
            )}
          </p>
          <WaysIn page={page} purchaseHelp={purchaseHelp} />
        </div>
        <section className={classes.modules} aria-label="Aulas do curso">
          {lessons.length > 0 ? (
            page.modules.map((module, at) => <Module key={`${at} ${module.title}`} module={module} isOpen={at === 0} />)
          ) : (
            <p>As aulas deste curso chegam em breve.</p>
          )}
        </section>
        {!isEmptyRichText(page.description) && (
          <section className={classes.about} aria-label="Sobre o curso">
            <RichText html={page.description} />
          </section>
        )}
      </div>
    </Page>
  )
}

function WaysIn({ page, purchaseHelp }: { page: CoursePage; purchaseHelp: ReactNode }) {
  const school = useSchool()
  const isSignedIn = useUser() !== null
  const isVisitor = useViewRole() === 'visitor'
  const landing = makeLandingPageLink(page.landing_page_url)
  const contact = makeContactLink(school, `Olá! Quero saber mais sobre o curso ${page.title}.`)
  const buying = landing ?? (isVisitor ? contact : undefined)
  const look = buying ? 'default' : 'filled'
  return (
    <div className={classes.ways}>
      {buying && (
        <Button size="md" component="a" href={buying} target="_blank" rel="noopener noreferrer">
          {landing ? 'Comprar' : 'Fale com a escola'}
        </Button>
      )}
      {isVisitor && isSignedIn && school.can_join && (
        <Button size="md" variant={look} renderRoot={(props) => <Link to="/cadastro" {...props} />}>
          Entrar na escola
        </Button>
      )}
      {!isVisitor && (
        <Button
          size="md"
          variant={look}
          renderRoot={(props) => <Link to="/c/$link" params={{ link: page.link }} {...props} />}
        >
          Abrir o curso
        </Button>
      )}
      {!isSignedIn && (
        <>
          <Button
            size="md"
            variant={look}
            renderRoot={(props) => <Link to="/login" search={{ redirect: `/c/${page.link}` }} {...props} />}
          >
            Entrar
          </Button>
          {purchaseHelp}
        </>
      )}
    </div>
  )
}

type CourseModule = CoursePage['modules'][number]

function Module({ module, isOpen }: { module: CourseModule; isOpen: boolean }) {
  const length = formatDuration(module.content.reduce((sum, lesson) => sum + lesson.main_media_duration, 0))
  return (
    <details className={classes.module} open={isOpen}>
      <summary className={classes.summary}>
        <span className={classes.title}>{module.title}</span>
        <span className={classes.length}>
          {countOf(module.content.length, 'aula', 'aulas')}
          {length && ` · ${length}`}
        </span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </summary>
      <ul className={classes.lessons}>
        {module.content.map((lesson, at) => (
          <li key={`${at} ${lesson.title}`}>
            <span className={classes.lesson}>{lesson.title}</span>
            <span className={classes.length}>{formatDuration(lesson.main_media_duration)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const PreviewNotice = ({ link }: { link: string }) => (
  <Alert color="blue" variant="light" icon={<IconEye aria-hidden />}>
    {coursePageTexts.onlyYou}{' '}
    <Link to="/c/$link" params={{ link }} search={{ student: undefined }} className={classes.edit}>
      Voltar a editar
    </Link>
  </Alert>
)
