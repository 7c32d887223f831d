import type { School } from '@escola/contract/schools.contract'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import classes from './wordmark.module.css'

/** The school's logo, or its name set large; at the root, ours. The square logo stands where the header has no room for a wide one. */
export function Wordmark() {
  const { school } = useAppContext()
  const name = school?.name ?? 'Escola'
  const logos = school ? logosOf(school) : []
  return (
    <div className={classes.place}>
      <Link to="/" className={classes.wordmark} aria-label={`${name}: início`}>
        {logos.length === 0 && <Drawn name={name} isOurs={!school} />}
        {logos.map(({ scheme, wide, square }) => (
          <span key={scheme} className={classes[scheme]}>
            {wide ? <img {...wide} className={classes.wide} alt="" height={36} /> : <Drawn name={name} />}
            {square && <img {...square} className={classes.square} alt="" height={36} loading="lazy" />}
          </span>
        ))}
      </Link>
    </div>
  )
}

const pictureOf = (own: string, byDay = '') => {
  if (own) return { src: own }
  return byDay ? { src: byDay, 'data-by-day': true } : undefined
}

/** Logos of both schemes; none of a school that has no logo. A school with a logo for dark alone shows its name in light. */
function logosOf(school: School) {
  const { logo_wide_url, logo_dark_wide_url, logo_square_url, logo_dark_square_url } = school
  if (!(logo_wide_url || logo_dark_wide_url || logo_square_url || logo_dark_square_url)) return []
  return [
    { scheme: 'light', wide: pictureOf(logo_wide_url), square: pictureOf(logo_square_url) },
    {
      scheme: 'dark',
      wide: pictureOf(logo_dark_wide_url, logo_wide_url),
      square: pictureOf(logo_dark_square_url, logo_square_url),
    },
  ]
}

const initialOf = (name: string) => name.match(/\p{L}|\p{N}/u)?.[0].toLocaleUpperCase('pt-BR')

/** A school without a logo has its own initial beside its name, and not our mark. */
const Drawn = ({ name, isOurs = false }: { name: string; isOurs?: boolean }) => (
  <span className={classes.drawn}>
    {isOurs ? (
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" className={classes.mark}>
        <rect width="32" height="32" rx="9" className={classes.ground} />
        <path d="M6 13.500 16 8.500l10 5-10 5z" className={classes.cap} />
        <path d="M10 17v5c3.600 2.700 8.400 2.700 12 0v-5" className={classes.line} />
      </svg>
    ) : (
      <span aria-hidden className={`${classes.mark} ${classes.initial}`} data-initial={initialOf(name)} />
    )}
    <span className={classes.name}>{name}</span>
  </span>
)
