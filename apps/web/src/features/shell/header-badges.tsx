import { centsOf, formatMoney } from '@escola/contract/money'
import { IconCoin, IconStarFilled } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppContext, useViewRole } from '../../session/context.ts'
import classes from './header.module.css'

const digits = 3

/** Points, and the administrator's money (part 1 §2.3): an administrator's points are the bank's, a student's are what they have earned. */
export function HeaderBadges() {
  const { user, bank } = useAppContext()
  const role = useViewRole()
  if (!user || role === 'visitor') return null
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

/** Leads to its page. A number without a page of its own is not known yet, and is not shown. */
function Badge({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const { routesByPath } = useRouter()
  if (!(to in routesByPath)) return null
  return (
    <Link to={to as '/'} className={classes.badge} aria-label={label} title={label}>
      {children}
    </Link>
  )
}
