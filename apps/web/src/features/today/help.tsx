import { drawBanner, helpLinks, listShownLinks } from '@escola/contract/home-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { useMayOpen } from '../../session/page-rights.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import classes from './help.module.css'

const isOutside = (to: string) => /^https?:/.test(to)

/** Ways to help, and a word of the assistant, which each visit draws again. */
export function Help() {
  const { school, support } = useAppContext()
  const mayOpen = useMayOpen()
  const [banner] = useState(() => drawBanner(Math.random()))
  return (
    <footer className={classes.help}>
      <AssistantHint>{banner}</AssistantHint>
      <nav aria-label="Ajuda">
        <ul className={classes.links}>
          {listShownLinks(helpLinks)
            .filter(({ to }) => isOutside(to) || mayOpen(to))
            .map(({ label, to }) => (
              <li key={label}>{isOutside(to) ? <a href={to}>{label}</a> : <Link to={to as '/'}>{label}</Link>}</li>
            ))}
          {school?.has_support && (
            <li>
              <Link to="/suporte">Suporte</Link>
            </li>
          )}
          {support.email && (
            <li>
              <a href={`mailto:${support.email}`}>Falar com a plataforma</a>
            </li>
          )}
        </ul>
      </nav>
    </footer>
  )
}
