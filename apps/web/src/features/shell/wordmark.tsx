import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import classes from './wordmark.module.css'

/** The school's logo, or its name set large; at the root, ours. */
export function Wordmark() {
  const { school } = useAppContext()
  const name = school?.name ?? 'Escola'
  const light = school?.logo_wide_url
  const dark = school?.logo_dark_wide_url || light
  return (
    <Link to="/" className={classes.wordmark} aria-label={`${name}: início`}>
      {dark && (
        <img
          className={classes.dark}
          data-by-day={!school?.logo_dark_wide_url || undefined}
          src={dark}
          alt=""
          height={36}
        />
      )}
      {light ? (
        <img className={classes.light} src={light} alt="" height={36} />
      ) : (
        // A school with a logo for dark alone shows its name in light.
        <span className={dark ? `${classes.drawn} ${classes.light}` : classes.drawn}>
          <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" className={classes.mark}>
            <rect width="32" height="32" rx="9" className={classes.ground} />
            <path d="M6 13.500 16 8.500l10 5-10 5z" className={classes.cap} />
            <path d="M10 17v5c3.600 2.700 8.400 2.700 12 0v-5" className={classes.line} />
          </svg>
          <span className={classes.name}>{name}</span>
        </span>
      )}
    </Link>
  )
}
