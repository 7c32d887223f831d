import { Link, useRouter } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { SchemeToggle } from './scheme-toggle.tsx'
import classes from './shell.module.css'

const terms = '/termos-e-condicoes'

export function Footer() {
  const { school } = useAppContext()
  const { routesByPath } = useRouter()
  // A blocked school shows its contact alone.
  const isClosed = school?.is_blocked && !school.platform_view
  return (
    <footer className={classes.footer}>
      <span>
        {school?.name ?? 'Escola'} © {new Date().getFullYear()}
      </span>
      {terms in routesByPath && !isClosed && <Link to={terms as '/'}>Termos e Condições</Link>}
      <SchemeToggle />
    </footer>
  )
}
