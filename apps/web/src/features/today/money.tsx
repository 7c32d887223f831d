import { billingTitles } from '@escola/contract/billing-texts'
import { centsOf, formatMoney } from '@escola/contract/money'
import { plans } from '@escola/contract/prices'
import { IconCoin, IconCrown, IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppContext } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import classes from './money.module.css'

/**
 * The school's balance, points and plan in a line, each with its page.
 * @param planUse words about how much of the plan is used
 */
export function Money({ planUse }: { planUse: ReactNode }) {
  const { bank, resource } = useAppContext()
  const shown = [
    { label: 'Saldo', value: formatMoney(centsOf(bank.balance)), to: '/bank', icon: IconCoin, more: null },
    { label: 'Pontos', value: formatNumber(bank.points), to: '/pontos', icon: IconStarFilled, more: null },
    {
      label: 'Plano',
      value: resource.plan_name || plans.onDemand.name,
      to: '/planos',
      icon: IconCrown,
      more: planUse,
    },
  ] as const
  return (
    <ul className={classes.money} aria-label={billingTitles.bank}>
      {shown.map(({ label, value, to, icon: Icon, more }) => (
        <li key={to}>
          <Link to={to} className={classes.part}>
            <Icon size={18} aria-hidden />
            <span>
              {label} <strong>{value}</strong>
              {more && <> {more}</>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
