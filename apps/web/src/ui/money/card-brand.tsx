import type { cardBrands, PaymentMethod } from '@escola/contract/payments.contract'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './card-brand.module.css'

const word = (text: string, fill: string, size = 9) => (
  <text x="20" y="16" textAnchor="middle" fontSize={size} fontWeight="800" fontStyle="italic" fill={fill}>
    {text}
  </text>
)

interface Brand {
  name: string
  ground: string
  drawing: ReactNode
}

const brands: Record<(typeof cardBrands)[number], Brand> = {
  visa: { name: 'Visa', ground: '#fff', drawing: word('VISA', '#1a1f71', 12) },
  mastercard: {
    name: 'Mastercard',
    ground: '#fff',
    drawing: (
      <>
        <circle cx="16" cy="13" r="7" fill="#eb001b" />
        <circle cx="24" cy="13" r="7" fill="#f79e1b" />
        <path d="M20 7.260a7 7 0 0 1 0 11.480a7 7 0 0 1 0-11.480" fill="#ff5f00" />
      </>
    ),
  },
  amex: { name: 'American Express', ground: '#1f72cd', drawing: word('AMEX', '#fff', 10) },
  discover: {
    name: 'Discover',
    ground: '#fff',
    drawing: (
      <>
        <path d="M40 15v8a2 2 0 0 1-2 2H12C24 24 34 20 40 15" fill="#f47216" />
        {word('DISCOVER', '#231f20', 6.5)}
      </>
    ),
  },
  jcb: {
    name: 'JCB',
    ground: '#fff',
    drawing: (
      <>
        <rect x="8" y="5" width="7.500" height="16" rx="2" fill="#0e4c96" />
        <rect x="16.250" y="5" width="7.500" height="16" rx="2" fill="#c8102e" />
        <rect x="24.500" y="5" width="7.500" height="16" rx="2" fill="#007940" />
        <text x="20" y="15.500" textAnchor="middle" fontSize="7" fontWeight="700" letterSpacing="4.500" fill="#fff">
          JCB
        </text>
      </>
    ),
  },
  diners_club: {
    name: 'Diners Club',
    ground: '#fff',
    drawing: (
      <>
        <circle cx="20" cy="13" r="8" fill="#0079be" />
        <circle cx="20" cy="13" r="6" fill="#fff" />
        <path d="M18.500 8.500a4.700 4.700 0 0 0 0 9zM21.500 8.500a4.700 4.700 0 0 1 0 9z" fill="#0079be" />
      </>
    ),
  },
}
const neutral: Brand = {
  name: 'Cartão',
  ground: '#5f5a66',
  drawing: (
    <>
      <rect x="5" y="6" width="8" height="6" rx="1.500" fill="#e8d9a0" />
      <path d="M5 18h12M21 18h6" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
}

const findBrand = (type: string): Brand | undefined => (brands as Record<string, Brand>)[type]

/** Written name of a card: 'Visa •••• 4242'. A brand without a picture is named as the provider does. */
export function nameOfCard({ card_type, last_4_digits }: Pick<PaymentMethod, 'card_type' | 'last_4_digits'>) {
  const name = findBrand(card_type)?.name ?? (card_type === 'unknown' ? '' : card_type)
  return `${name ? name[0]!.toUpperCase() + name.slice(1) : neutral.name} •••• ${last_4_digits}`
}

/** A card, as its picture, name and expiry. */
export function CardLine({ card }: { card: PaymentMethod }) {
  const { ground, drawing } = findBrand(card.card_type) ?? neutral
  return (
    <Group gap="sm" wrap="nowrap">
      <svg className={classes.picture} viewBox="0 0 40 26" aria-hidden="true" data-brand={card.card_type}>
        <rect x="0.500" y="0.500" width="39" height="25" rx="3.500" fill={ground} stroke="#0000002e" />
        {drawing}
      </svg>
      <div>
        <Text fw={600}>{nameOfCard(card)}</Text>
        <Text size="sm" c="dimmed">
          Vence em {card.expires}
        </Text>
      </div>
    </Group>
  )
}
