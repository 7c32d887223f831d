import { paymentLimits, paymentMessages } from '@escola/contract/payments.contract'
import { Alert, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { CardField } from './card-field.tsx'
import { ProviderAway } from './provider-away.tsx'
import { type CardElement, type Stripe, type StripeError, textOfRefusal } from './stripe-js.ts'
import type { StripeState } from './use-stripe.ts'

export interface TypedCard {
  stripe: Stripe
  /** Payment method that the provider made of it. */
  method: string
  saveCard: boolean
}

interface CardFormProps {
  provider: StripeState
  /** Reason for which the last try failed. */
  fault?: string
  /** The form comes in the place of the button that asked for it. */
  takesFocus?: boolean
  /** offered: the person chooses whether the card is kept. plan: it is kept, for the plan needs it. Without it nothing is said of that. */
  saving?: 'offered' | 'plan' | undefined
  label: string
  /** Consent that the payer gives with the button. */
  note?: string | undefined
  /** Runs with a card that was typed; what it answers was refused, and stands under the card. */
  onCard: (card: TypedCard) => Promise<StripeError | undefined>
  /** More buttons, before the one that sends. */
  children?: ReactNode
}

/** Form of a new card. What the provider or its banks refuse stands under the card's field. */
export function CardForm({ provider, fault = '', takesFocus, saving, label, note, onCard, children }: CardFormProps) {
  const [field, setField] = useState<CardElement>()
  const form = useForm({
    initialValues: { name: '', saveCard: true, card: '' },
    initialErrors: fault ? { card: fault } : {},
    validate: { name: (name) => (name.trim() ? null : paymentMessages.cardName) },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ name, saveCard }) => {
    if (!provider.stripe || !field) return
    form.clearFieldError('card')
    // The provider alone knows what was typed. It is asked before anything begins, because a try of a card is counted from then on.
    const { paymentMethod, error } = await provider.stripe.createPaymentMethod({
      type: 'card',
      card: field,
      billing_details: { name: name.trim() },
    })
    const refusal = paymentMethod
      ? await onCard({ stripe: provider.stripe, method: paymentMethod.id, saveCard })
      : (error ?? {})
    if (refusal) form.setFieldError('card', textOfRefusal(refusal))
  })
  if (provider.hasFailed)
    return (
      <ProviderAway title="O campo do cartão não carregou" provider={provider}>
        {children}
      </ProviderAway>
    )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Nome no cartão"
          autoComplete="cc-name"
          autoFocus={takesFocus}
          maxLength={paymentLimits.cardNameMax}
          {...form.getInputProps('name')}
        />
        <CardField
          stripe={provider.stripe}
          error={form.errors.card as string | undefined}
          onField={setField}
          onChange={({ error }) => {
            if (error) form.setFieldError('card', textOfRefusal(error))
            else form.clearFieldError('card')
          }}
        />
        {saving === 'plan' && (
          <Checkbox label="Salvar cartão" description={paymentMessages.planKeepsCard} checked disabled readOnly />
        )}
        {saving === 'offered' && (
          <Checkbox
            label="Salvar cartão"
            description="Para as próximas compras"
            {...form.getInputProps('saveCard', { type: 'checkbox' })}
          />
        )}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        {failure != null && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {children}
          <BusyButton type="submit" busy={pending} disabled={!field && !pending}>
            {label}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
