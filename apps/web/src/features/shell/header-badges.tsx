import { centsOf, formatMoney } from '@escola/contract/money'
import { IconCoin, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'
import { sharedPages, usePageRole } from '../../session/rights.ts'
import classes from './header.module.css'

const digits = 3

/** Points, and the school's money (part 1 §2.3): who looks after the money sees the bank's, a student what they have earned. */
export function HeaderBadges() {
  const { user, bank } = useAppContext()
  const role = usePageRole(sharedPages['/_app/pontos'])
  if (!user || role === 'visitor' || role === 'refused') return null
  const isAdmin = role === 'admin'
  const points = isAdmin ? bank.points : user.karma
  // The name is the written number, because a user of voice control says what they see.
  const shown = String(points).padStart(digits, '0')
  const balance = formatMoney(centsOf(bank.balance))
  return (
    <>
      <Badge to="/pontos" label={`${shown} ${points === 1 ? 'ponto' : 'pontos'}`}>
        <IconStarFilled size={14} aria-hidden />
        {shown}
      </Badge>
      {isAdmin && (
        <Badge to="/bank" label={`Saldo: ${balance}`}>
          <IconCoin className={classes.coin} size={16} aria-hidden />
          {balance}
        </Badge>
      )}
    </>
  )
}

const Badge = ({ to, label, children }: { to: '/pontos' | '/bank'; label: string; children: ReactNode }) => (
  <Link to={to} className={classes.badge} aria-label={label} title={label}>
    {children}
  </Link>
)
