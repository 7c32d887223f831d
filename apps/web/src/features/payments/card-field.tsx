import { Input, Loader, useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import classes from './payments.module.css'
import type { CardChange, CardElement, Stripe } from './stripe-js.ts'

interface CardFieldProps {
  /** Undefined until the provider's script has come. */
  stripe: Stripe | undefined
  error: string | undefined
  /** Gives the provider's field, and takes it away. */
  onField: (field: CardElement | undefined) => void
  /** Receives each change of what was typed. */
  onChange: (change: CardChange) => void
}

/** The provider's own field: number, expiry and code of a card never reach this page. */
export function CardField({ stripe, error, onField, onChange }: CardFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<CardElement>(undefined)
  const { colors } = useMantineTheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const styleOf = () => ({
    base: {
      color: getComputedStyle(place.current!).color,
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: isDark ? colors.dark[2] : colors.gray[7] },
    },
    invalid: { color: isDark ? '#ff9d94' : '#b3261e' },
  })
  const begin = useEffectEvent((stripe: Stripe) => {
    const card = stripe.elements({ locale: 'pt-BR' }).create('card', { style: styleOf(), hidePostalCode: true })
    card.on('change', (change) => onChange(change))
    card.mount(place.current!)
    field.current = card
    onField(card)
  })
  const end = useEffectEvent(() => {
    field.current?.destroy()
    field.current = undefined
    onField(undefined)
  })
  useEffect(() => {
    if (!stripe) return
    begin(stripe)
    return () => end()
  }, [stripe])
  const turn = useEffectEvent(() => field.current?.update({ style: styleOf() }))
  // The colours follow the scheme.
  useEffect(() => turn(), [isDark])
  return (
    <Input.Wrapper
      label="Dados do cartão"
      labelElement="div"
      error={error}
      errorProps={{ role: 'alert' }}
      onClick={() => field.current?.focus()}
    >
      <div ref={place} className={classes.field} data-error={error ? true : undefined}>
        {!stripe && <Loader size="xs" aria-label="Carregando o campo do cartão" />}
      </div>
    </Input.Wrapper>
  )
}
