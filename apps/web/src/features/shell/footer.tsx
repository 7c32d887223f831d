import { acceptedPage, htmlPages, policyPage } from '@escola/contract/pages.contract'
import { Link, useRouter } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { SchemeToggle } from './scheme-toggle.tsx'
import classes from './shell.module.css'

const labels = { ...htmlPages, contato: 'Contato' }
const agreed = [acceptedPage, policyPage] as const
const ofSchool = [...agreed, 'contato', 'sobre'] as const

export function Footer() {
  const { school } = useAppContext()
  const { routesByPath } = useRouter()
  // A blocked school shows its contact alone, and a private one shows others what they agree to.
  const isClosed = school?.is_blocked && !school.platform_view
  const isInside = school && (!school.is_private || school.role.length > 0)
  const pages = isClosed ? [] : isInside ? ofSchool : agreed
  return (
    <footer className={classes.footer}>
      <span>
        {school?.name ?? 'Escola'} © {new Date().getFullYear()}
      </span>
      {pages
        .filter((page) => `/${page}` in routesByPath)
        .map((page) => (
          <Link key={page} to={`/${page}` as '/'}>
            {labels[page]}
          </Link>
        ))}
      <SchemeToggle />
    </footer>
  )
}
