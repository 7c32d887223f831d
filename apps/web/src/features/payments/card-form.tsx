import { paymentLimits, paymentMessages } from '@escola/contract/payments.contract'
import { Alert, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { CardField } from './card-field.tsx'
import { ProviderAway } from './provider-away.tsx'
import { type CardChange, type CardElement, type Stripe, type StripeError, textOfRefusal } from './stripe-js.ts'
import type { StripeState } from './use-stripe.ts'

export interface TypedCard {
  stripe: Stripe
  field: CardElement
  name: string
  saveCard: boolean
}

interface CardFormProps {
  provider: StripeState
  /** Reason for which the last try failed. */
  fault?: string
  /** The form comes in the place of the button that asked for it. */
  takesFocus?: boolean
  /** offered: the person chooses whether the card is kept. plan: it is kept, for the plan needs it. */
  saving?: 'offered' | 'plan'
  label: string
  /** Runs with a card that was typed; what it answers was refused, and stands under the card. */
  onCard: (card: TypedCard) => Promise<StripeError | undefined>
  /** More buttons, before the one that sends. */
  children?: ReactNode
}

const textOfTyped = ({ error }: CardChange) => error && textOfRefusal(error)

/** Form of a new card. What the provider or its banks refuse stands under the card's field. */
export function CardForm({ provider, fault = '', takesFocus, saving, label, onCard, children }: CardFormProps) {
  const [field, setField] = useState<CardElement>()
  const [typed, setTyped] = useState<CardChange>({ complete: false })
  const form = useForm({
    initialValues: { name: '', saveCard: true, card: '' },
    initialErrors: fault ? { card: fault } : {},
    validate: {
      name: (name) => (name.trim() ? null : paymentMessages.cardName),
      // A try of a card is counted as soon as it begins.
      card: () => (typed.complete ? null : (textOfTyped(typed) ?? paymentMessages.cardIncomplete)),
    },
  })
  const { submit, pending, failure } = useFormSubmit(form, async ({ name, saveCard }) => {
    if (!provider.stripe || !field) return
    form.clearFieldError('card')
    const refusal = await onCard({ stripe: provider.stripe, field, name: name.trim(), saveCard })
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
          onChange={(change) => {
            setTyped(change)
            const error = textOfTyped(change)
            if (error) form.setFieldError('card', error)
            else form.clearFieldError('card')
          }}
        />
        {saving === 'plan' && (
          <Text size="sm" c="dimmed">
            {paymentMessages.planKeepsCard}
          </Text>
        )}
        {saving === 'offered' && (
          <Checkbox
            label="Salvar cartão"
            description="Para as próximas compras"
            {...form.getInputProps('saveCard', { type: 'checkbox' })}
          />
        )}
        {failure != null && (
          <Alert color="red" variant="light" role="alert">
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
