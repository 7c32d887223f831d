import type { ReactNode } from 'react'
import { useSchool } from '../session/context.ts'
import classes from './assistant-hint.module.css'

/** Lets the school's assistant speak to a user who may not know how to go on, or has something to be glad about. */
export function AssistantHint({ children }: { children: ReactNode }) {
  const school = useSchool()
  const picture = 'assistant_avatar_url' in school ? String(school.assistant_avatar_url) : ''
  return (
    <div className={classes.hint}>
      {picture ? <img className={classes.face} src={picture} alt="" /> : <Face />}
      <div className={classes.words}>
        <p className={classes.name}>{school.assistant_name}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}

const Face = () => (
  <svg className={classes.face} viewBox="0 0 44 44" aria-hidden="true">
    <circle cx="22" cy="24" r="13" className={classes.head} />
    <path d="M9.500 18.500a13 13 0 0 1 25 0z" className={classes.band} />
    <circle cx="17.500" cy="24" r="1.900" className={classes.eyes} />
    <circle cx="26.500" cy="24" r="1.900" className={classes.eyes} />
    <path d="M17.500 29.500c2.500 2.300 6.500 2.300 9 0" className={classes.smile} />
  </svg>
)
