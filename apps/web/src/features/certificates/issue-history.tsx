import type { Verification } from '@escola/contract/certificates.contract'
import { formatDate } from '@escola/contract/time'
import classes from './verification-page.module.css'

export const ordinalOf = (number: number) => `${number}ª`

/** Lists every issue of the certificate, newest first. */
export function IssueHistory({ issues, state }: Pick<Verification, 'issues' | 'state'>) {
  if (issues.length === 0) return null
  const isRevoked = state === 'revoked'
  return (
    <section className={classes.card} aria-labelledby="issues">
      <h2 id="issues" className={classes.heading}>
        Histórico de emissões
      </h2>
      <ol className={classes.issues} reversed>
        {issues.map(({ number, utc_issued_on, is_current }) => (
          <li key={number}>
            <strong>{ordinalOf(number)} emissão</strong>
            <span>{formatDate(utc_issued_on)}</span>
            <span className={classes.issueState} data-state={isRevoked ? 'revoked' : is_current ? 'valid' : 'replaced'}>
              {isRevoked ? 'Revogada' : is_current ? 'Atual' : 'Substituída'}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
