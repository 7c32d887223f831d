import type { User } from '@escola/contract/schools.contract'
import { IconUser } from '@tabler/icons-react'
import classes from './avatar.module.css'

/** Letters alone: the half of an emoji is drawn as a question mark. */
const initialsOf = (name: string) => {
  const letters = name.split(/\s+/).flatMap((word) => word.match(/\p{L}/u) ?? [])
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)].join('').toLocaleUpperCase('pt-BR')
}

interface Props {
  user: Pick<User, 'name' | 'profile_img_url'>
  /** The width that is asked for. */
  w?: number
}

export function Avatar({ user, w = 128 }: Props) {
  if (user.profile_img_url) return <img className={classes.avatar} src={`${user.profile_img_url}?w=${w}`} alt="" />
  const initials = initialsOf(user.name)
  // A school that a user has not joined doesn't know their name.
  if (!initials)
    return (
      <span className={classes.avatar} aria-hidden>
        <IconUser size={20} />
      </span>
    )
  return (
    // Drawn, not written: as text, the letters would have to be part of the button's name.
    <span className={classes.avatar} aria-hidden data-initials={initials} />
  )
}
