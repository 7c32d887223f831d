import { formatAmount } from '@escola/contract/money'
import type { Purchase } from '@escola/contract/purchase-list.contract'
import { dayOf, formatLongDate, formatTime } from '@escola/contract/time'
import { Badge, Title, UnstyledButton } from '@mantine/core'
import { Avatar } from '../../ui/avatar.tsx'
import classes from './purchase-timeline.module.css'
import { chipOf } from './purchase-words.ts'
import { buyerOf } from './sale-words.ts'

interface Props {
  purchases: Purchase[]
  onOpen: (id: string) => void
}

/** Purchases by day, one line each; a line opens all that was told of its purchase. */
export function PurchaseTimeline({ purchases, onOpen }: Props) {
  const days = Map.groupBy(purchases, ({ utc_created_on }) => dayOf(new Date(utc_created_on)))
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={nameDay(ofDay[0]!)} className={classes.day}>
      <Title order={2} size="h5">
        {nameDay(ofDay[0]!)}
      </Title>
      <ul className={classes.rows}>
        {ofDay.map((purchase) => (
          <li key={purchase.id}>
            <PurchaseLine purchase={purchase} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function nameDay({ utc_created_on }: Purchase): string {
  const isToday = dayOf(new Date(utc_created_on)) === dayOf(new Date())
  return isToday ? 'Hoje' : formatLongDate(utc_created_on)
}

function PurchaseLine({ purchase, onOpen }: { purchase: Purchase; onOpen: (id: string) => void }) {
  const { id, product, amount, utc_created_on } = purchase
  const { label, color } = chipOf(purchase)
  const buyer = buyerOf(purchase)
  return (
    <UnstyledButton className={classes.line} onClick={() => onOpen(id)}>
      <Avatar user={{ name: purchase.name, profile_img_url: '' }} />
      <span className={classes.words}>
        <strong>{buyer}</strong>
        <span>
          {product || 'Produto sem nome'} · {formatTime(utc_created_on)}
        </span>
      </span>
      <span className={classes.end}>
        <Badge component="span" variant="light" color={color} tt="none" fw={600}>
          {label}
        </Badge>
        {amount && <span className={classes.price}>{formatAmount(amount)}</span>}
      </span>
    </UnstyledButton>
  )
}
