import { studyMessages } from '@escola/contract/messages'
import { Button, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSchool, useUser } from '../../session/context.ts'
import { usePageRole } from '../../session/rights.ts'
import { makeLandingPageLink } from '../../ui/contact-links.ts'
import { Page } from '../../ui/page.tsx'
import { learningQueries } from './learning.queries.ts'
import classes from './no-access.module.css'
import { SchoolContact } from './school-contact.tsx'

/** Stands in place of a course that the user may not study: it says how to get it. */
export function NoAccess({ link }: { link: string }) {
  const user = useUser()
  const hasNoList = usePageRole('courses') === 'refused'
  const { data } = useQuery(learningQueries.home(useSchool().id))
  const card = data?.categories.flatMap(({ degrees }) => degrees).find((each) => each.link === link)
  const landing = makeLandingPageLink(card?.landing_page_url ?? '')
  return (
    <Page title={studyMessages.noAccess} narrow>
      <div className={classes.card}>
        <span className={classes.icon}>
          <IconLock size={32} aria-hidden />
        </span>
        <p className={classes.text}>
          Este curso ainda não está liberado para você. Se você já comprou ou acha que deveria ter acesso, fale com a
          escola:
        </p>
        <SchoolContact subject="Olá! Não consigo acessar um curso." />
        {user && (
          <p className={classes.account}>
            Você entrou como <strong>{user.email}</strong>. Se comprou com outro e-mail, entre com ele.
          </p>
        )}
        <Group gap="sm" grow preventGrowOverflow={false}>
          {card?.has_page ? (
            <Button renderRoot={(props) => <Link to="/conheca/$link" params={{ link }} {...props} />}>
              Conhecer o curso
            </Button>
          ) : (
            landing && (
              <Button component="a" href={landing} target="_blank" rel="noopener noreferrer">
                Conhecer o curso
              </Button>
            )
          )}
          <Button variant="light" renderRoot={(props) => <Link to={hasNoList ? '/' : '/cursos'} {...props} />}>
            {hasNoList ? 'Ir para o início' : 'Ver meus cursos'}
          </Button>
        </Group>
      </div>
    </Page>
  )
}
