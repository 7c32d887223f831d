import { planGains, planPrice } from '@escola/contract/billing-texts'
import type { Plan } from '@escola/contract/prices'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './plans.module.css'

interface PlanCardProps {
  plan: Plan
  isCurrent: boolean
  /** The next larger plan, which a growing school looks for. */
  isNext: boolean
}

/** A plan with its price and what it includes; the present one can't be chosen again. */
export const PlanCard = ({ plan, isCurrent, isNext }: PlanCardProps) => (
  <li className={classes.plan} data-current={isCurrent || undefined}>
    <Group justify="space-between" gap="xs">
      <Title order={2} size="h3">
        {plan.name}
      </Title>
      {isCurrent && <Badge variant="light">Seu plano</Badge>}
    </Group>
    <Text fw={700} fz="xl">
      {planPrice(plan)}
    </Text>
    <ul className={classes.gains}>
      {planGains(plan).map((gain) => (
        <li key={gain}>
          <IconCheck size={18} aria-hidden />
          {gain}
        </li>
      ))}
    </ul>
    {!isCurrent && (
      <Button
        className={classes.choose}
        variant={isNext ? 'filled' : 'default'}
        aria-label={`Escolher o plano ${plan.name}`}
        renderRoot={(props) => <Link {...props} to="/trocar-plano/$type" params={{ type: plan.id }} />}
      >
        Escolher
      </Button>
    )}
  </li>
)
