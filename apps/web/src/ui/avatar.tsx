import type { User } from '@escola/contract/schools.contract'
import classes from './avatar.module.css'

const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/)
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? words.at(-1)![0] : ''}`.toLocaleUpperCase('pt-BR')
}

interface Props {
  user: Pick<User, 'name' | 'profile_img_url'>
  /** The width that is asked for. */
  w?: number
}

export function Avatar({ user, w = 128 }: Props) {
  if (user.profile_img_url) return <img className={classes.avatar} src={`${user.profile_img_url}?w=${w}`} alt="" />
  return (
    // Drawn, not written: as text, the letters would have to be part of the button's name.
    <span className={classes.avatar} aria-hidden data-initials={initialsOf(user.name)} />
  )
}
