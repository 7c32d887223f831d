import type { School } from '@escola/contract/schools.contract'
import { ownDataTitle, pageTitles } from '@escola/contract/titles'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { useAppContext, useSchool, useViewRole } from '../../session/context.ts'
import { isClosed } from '../../session/guards.ts'
import { useRights } from '../../session/rights.ts'
import { Page } from '../../ui/page.tsx'
import classes from './contact-page.module.css'
import { ContactWays } from './contact-ways.tsx'

/** Shows the school's contact, which is all that a blocked school shows. */
export function ContactPage() {
  const school = useSchool()
  const isAdmin = useViewRole() === 'admin'
  const mayEdit = useRights().may('settings')
  const isEditor = isAdmin && mayEdit && (!school.is_blocked || school.platform_view)
  const isHidden = school.is_private && school.role.length === 0
  const hasContact = school.email !== '' || school.cellphone !== ''
  return (
    <Page
      title="Contato"
      description={isEditor ? 'É assim que os seus alunos e visitantes encontram a escola.' : undefined}
      actions={isEditor && <EditButton />}
      narrow
    >
      {school.is_blocked && isAdmin && <BlockNotice />}
      <div className={classes.card}>
        <div className={classes.school}>
          <Logo school={school} />
          <Title order={2} size="h3">
            {school.name}
          </Title>
          <Text c="dimmed">
            {isAdmin && school.is_blocked
              ? 'Alunos e visitantes veem só este contato:'
              : school.is_blocked
                ? 'Esta escola está bloqueada no momento. Fale com quem cuida dela:'
                : 'Fale com quem cuida desta escola:'}
          </Text>
        </div>
        <ContactWays
          email={school.email}
          cellphone={school.cellphone}
          phone_e164={school.phone_e164}
          text={`Olá! Escrevo sobre a escola ${school.name}.`}
        />
        {isHidden && (
          <Text>
            O contato é só para quem faz parte da escola.{' '}
            <Anchor component={Link} to="/login" underline="always">
              Entre na sua conta
            </Anchor>{' '}
            para ver.
          </Text>
        )}
        {!isHidden && !hasContact && <Text c="dimmed">A escola ainda não informou um contato.</Text>}
      </div>
      {isClosed(school) && <OwnPages />}
    </Page>
  )
}

/** Leads to what is the visitor's own, which a block of the school doesn't touch. These pages are outside the school, so each is another page load. */
function OwnPages() {
  const { user } = useAppContext()
  const { id } = useSchool()
  const links = [
    { label: pageTitles.certificates, to: `/minha-conta/certificados?escola=${id}` },
    { label: pageTitles.account, to: '/minha-conta' },
    { label: ownDataTitle, to: '/minha-conta/dados' },
    { label: 'Segurança', to: '/minha-conta/seguranca' },
  ]
  return (
    <section className={classes.card} aria-labelledby="o-que-e-seu">
      <Title order={2} size="h3" id="o-que-e-seu">
        O que é seu continua com você
      </Title>
      <Text c="dimmed">Seus certificados e a sua conta não dependem da escola.</Text>
      {user ? (
        links.map(({ label, to }) => (
          <Anchor key={to} href={to} underline="always">
            {label}
          </Anchor>
        ))
      ) : (
        <Anchor component={Link} to="/login" underline="always">
          Entrar para baixar os meus certificados
        </Anchor>
      )}
    </section>
  )
}

/** Tells the school's administrators why it is blocked, and whom to ask. */
function BlockNotice() {
  const { id, name, blocked_reason } = useSchool()
  const { support } = useAppContext()
  const isReachable = support.email !== '' || support.url !== ''
  return (
    <section className={classes.card} aria-labelledby="bloqueio">
      <Title order={2} size="h3" id="bloqueio">
        A sua escola está bloqueada
      </Title>
      {blocked_reason && (
        <Text className={classes.reason}>
          <strong>Motivo:</strong> {blocked_reason}
        </Text>
      )}
      <Text>
        Nada foi apagado.{' '}
        {isReachable
          ? 'Para reabrir a escola, fale com a plataforma:'
          : 'Para reabrir a escola, fale com quem cuida da plataforma.'}
      </Text>
      <ContactWays {...support} text={`Escola ${name} (nº ${id}) bloqueada`} />
    </section>
  )
}

function EditButton() {
  const { routesByPath } = useRouter()
  if (!('/config' in routesByPath)) return null
  return (
    <Button
      variant="light"
      leftSection={<IconPencil size={18} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={'/config' as '/'} />}
    >
      Editar contato
    </Button>
  )
}

/** Shows in each scheme the logo that is made for it; a light one serves both, a dark one can't be seen on white. */
function Logo({ school }: { school: School }) {
  const light = school.logo_wide_url || school.logo_square_url
  const own = school.logo_dark_wide_url || school.logo_dark_square_url
  const dark = own || light
  return (
    <>
      {light && <img className={classes.light} src={light} alt="" />}
      {dark && <img className={classes.dark} data-by-day={!own || undefined} src={dark} alt="" />}
    </>
  )
}
