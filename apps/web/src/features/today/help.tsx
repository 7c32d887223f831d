import { bannerOf, helpLinks } from '@escola/contract/home-texts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext, useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import classes from './help.module.css'

const isOutside = (to: string) => /^https?:/.test(to)

/** Ways to help, and a word of the assistant that is another one each day. */
export function Help() {
  const { school, support } = useAppContext()
  const { id } = useSchool()
  const [banner] = useState(() => bannerOf(id, new Date()))
  return (
    <footer className={classes.help}>
      <AssistantHint>{banner}</AssistantHint>
      <nav aria-label="Ajuda">
        <ul className={classes.links}>
          {helpLinks
            .filter(({ to }) => to !== '')
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
