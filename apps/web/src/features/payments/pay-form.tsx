import { cardConsent } from '@escola/contract/card-consent'
import { formatMoney } from '@escola/contract/money'
import { type Payment, type PaymentMethod, type PayWay, paymentMessages } from '@escola/contract/payments.contract'
import { Alert, Button, Group, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconQrcode } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { CardLine, nameOfCard } from '../../ui/money/card-brand.tsx'
import { useInlineForm } from '../../ui/use-inline-form.ts'
import { CardForm } from './card-form.tsx'
import classes from './payments.module.css'
import type { StripeError } from './stripe-js.ts'
import type { StripeState } from './use-stripe.ts'

const labels: Record<PayWay, string> = { card: 'Cartão', pix: 'Pix' }

interface PayFormProps {
  cents: number
  /** Ways that are offered: a card alone where the code of a month waits already. */
  ways: PayWay[]
  /** plan: the card is charged the same sum each month from then on, and is kept therefore. */
  saving: 'offered' | 'plan' | undefined
  cards: PaymentMethod[]
  /** Way to the form of a new card: the provider, or what stands in its place where a page may not load the provider's script. */
  newCard: { provider: StripeState } | { elsewhere: ReactNode }
  /** The last try, when it failed: its reason stands where it was made. */
  failed: Pick<Payment, 'way' | 'fault'> | undefined
  /** Pays with a method of the provider, or by 'pix'. */
  onPay: (paymentMethod: string, saveCard?: boolean) => Promise<Payment>
}

/** Choice between card and Pix, and between the cards that the school keeps and a new one. */
export function PayForm({ cents, ways, saving, cards, newCard, failed, onPay }: PayFormProps) {
  const [way, setWay] = useState<PayWay>(failed && ways.includes(failed.way) ? failed.way : (ways[0] ?? 'card'))
  const typing = useInlineForm()
  const fault = failed && (failed.way === 'card') === (way === 'card') ? failed.fault : ''
  const sum = formatMoney(cents)
  const consent = saving === 'plan' ? `${cardConsent.text(cents)}.` : undefined
  const typesCard = typing.isOpen || cards.length === 0
  return (
    <Stack gap="md">
      {ways.length > 1 && (
        <SegmentedControl
          aria-label="Como pagar"
          data={ways.map((value) => ({ value, label: labels[value] }))}
          value={way}
          onChange={setWay}
        />
      )}
      {way === 'pix' ? (
        <PayAtOnce
          text={`Geramos um código de ${sum} para você pagar no aplicativo do seu banco.`}
          fault={fault}
          label="Gerar código Pix"
          pix
          onPay={() => onPay('pix')}
        />
      ) : 'elsewhere' in newCard && cards.length === 0 ? (
        newCard.elsewhere
      ) : 'provider' in newCard && typesCard ? (
        <CardForm
          provider={newCard.provider}
          fault={fault}
          saving={saving}
          note={consent}
          takesFocus={typing.isOpen}
          label={`Pagar ${sum}`}
          onCard={async ({ method, saveCard }): Promise<StripeError | undefined> => {
            const { status, fault } = await onPay(method, saveCard)
            return status === 'failed' ? { message: fault } : undefined
          }}
        >
          {cards.length > 0 && (
            <Button variant="default" onClick={typing.close}>
              Voltar aos cartões salvos
            </Button>
          )}
        </CardForm>
      ) : (
        <SavedCards cards={cards} sum={sum} consent={consent} fault={fault} onPay={onPay}>
          {'elsewhere' in newCard ? (
            newCard.elsewhere
          ) : (
            <Button ref={typing.opener} variant="default" onClick={typing.open}>
              {paymentMessages.newCard}
            </Button>
          )}
        </SavedCards>
      )}
    </Stack>
  )
}

interface SavedCardsProps extends Pick<PayFormProps, 'cards' | 'onPay'> {
  /** Consent that the payer gives with the button. */
  consent: string | undefined
  sum: string
  fault: string
  /** Way to another card. */
  children: ReactNode
}

function SavedCards({ cards, sum, consent, fault, onPay, children }: SavedCardsProps) {
  const [chosen, setChosen] = useState(cards[0]!.id)
  // The list is loaded anew after a payment that failed, and a card may be gone by then.
  const card = cards.find(({ id }) => id === chosen) ?? cards[0]!
  return (
    <Stack>
      <Radio.Group label="Cartões salvos" value={card.id} onChange={setChosen}>
        <div className={classes.cards}>
          {cards.map((each) => (
            <Radio.Card
              key={each.id}
              value={each.id}
              className={classes.card}
              data-checked={each.id === card.id || undefined}
              aria-label={nameOfCard(each)}
            >
              <CardLine card={each} />
              <Radio.Indicator />
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <PayAtOnce
        text={`${sum} no cartão ${nameOfCard(card)}.`}
        note={consent && `${paymentMessages.planKeepsCard}. ${consent}`}
        fault={fault}
        label={paymentMessages.useCard}
        onPay={() => onPay(card.id)}
      >
        {children}
      </PayAtOnce>
    </Stack>
  )
}

interface PayAtOnceProps {
  text: string
  note?: string | undefined
  fault: string
  label: string
  pix?: boolean
  onPay: () => Promise<unknown>
  children?: ReactNode
}

/** Pays without anything more to type; a second click while it pays does nothing. */
function PayAtOnce({ text, note, fault, label, pix, onPay, children }: PayAtOnceProps) {
  const { submit, pending, failure } = useFormSubmit(useForm({ initialValues: {} }), onPay)
  const said = failure === undefined ? fault : textOf(failure)
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text>{text}</Text>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        {said && (
          <Alert color="danger" variant="light" role="alert">
            {said}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {children}
          <BusyButton type="submit" busy={pending} leftSection={pix && <IconQrcode size={18} aria-hidden />}>
            {label}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
