import { useAppContext } from '../../session/context.ts'
import classes from './shell.module.css'

export function Footer() {
  const { school } = useAppContext()
  return (
    <footer className={classes.footer}>
      {school?.name ?? 'Escola'} © {new Date().getFullYear()}
    </footer>
  )
}
