import { messages } from '@escola/contract/messages'
import { formatMoney } from '@escola/contract/money'
import { type PaymentMethod, paymentLimits, paymentMessages } from '@escola/contract/payments.contract'
import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { CardLine, nameOfCard } from '../../ui/money/card-brand.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { useInlineForm } from '../../ui/use-inline-form.ts'
import { CardForm } from './card-form.tsx'
import classes from './payments.module.css'
import { paymentQueries, useRemoveCard, useSaveCard, useStartCard } from './payments.queries.ts'
import { useStripe } from './use-stripe.ts'

interface CardListProps {
  plan: PlanOfCards | undefined
}

/** A monthly plan, as its cards need it. */
export interface PlanOfCards {
  /** Card that pays it. */
  cardId: string | undefined
  /** Says how a card comes to pay it. */
  text: string
  /** Leads to where the plan is paid, when that is not here. */
  link?: ReactNode
  /** Cents of a renewal that is not paid: the card that is chosen pays it at once. */
  open: number | null
  /** Lets a card pay the plan; null where none can begin to. */
  choose: ((cardId: string) => Promise<unknown>) | null
}

/** Cards that the school keeps, on the account of its administrators (part 1 §2.4). */
export function CardList({ plan }: CardListProps) {
  const { data, error, refetch } = useQuery(paymentQueries.methods(useSchool().id))
  const cards = data?.paymentMethods
  // An installation that takes no payments has no cards to speak of.
  if (data && !data.checkout && cards?.length === 0) return null
  return (
    <Section
      title="Cartões da escola"
      text={['Pagam as compras de saldo e o plano. Só o serviço de pagamentos guarda os números.', plan?.text]
        .filter(Boolean)
        .join(' ')}
    >
      {plan?.link && <div>{plan.link}</div>}
      {data?.checkout && !data.checkout.is_real && (
        <Text size="sm" c="dimmed">
          {paymentMessages.noRealMoney}
        </Text>
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!cards && !error && <Skeleton height={56} />}
      {cards?.length === 0 && (
        <Group gap="xs" c="dimmed">
          <IconCreditCard size={20} aria-hidden />
          <Text>Nenhum cartão salvo.</Text>
        </Group>
      )}
      {cards && cards.length > 0 && (
        <ul className={classes.cards} aria-label="Cartões da escola">
          {cards.map((card) => (
            <CardRow key={card.dbId} card={card} plan={plan} />
          ))}
        </ul>
      )}
      {data?.checkout &&
        (data.paymentMethods.length < paymentLimits.cards ? (
          <AddCard checkout={data.checkout} />
        ) : (
          <Text c="dimmed">{paymentMessages.cardsFull}.</Text>
        ))}
    </Section>
  )
}

function CardRow({ card, plan }: { card: PaymentMethod } & CardListProps) {
  const { mutateAsync: remove } = useRemoveCard()
  const name = nameOfCard(card)
  const paysPlan = plan?.cardId === card.dbId
  return (
    <li className={classes.card}>
      <CardLine card={card} />
      <Group gap="xs" justify="flex-end">
        {paysPlan && <Badge variant="light">Paga o plano</Badge>}
        {plan?.choose && (!paysPlan || plan.open !== null) && (
          <UseForPlan
            card={card}
            label={paysPlan ? 'Tentar de novo' : 'Usar no plano'}
            {...plan}
            choose={plan.choose}
          />
        )}
        {!paysPlan && (
          <RemoveButton
            label={`Remover ${name}`}
            question={{
              title: messages.areYouSure,
              text: `${name} não poderá mais ser usado nas compras da escola.`,
              confirmLabel: 'Remover',
              danger: true,
            }}
            change={() => remove({ id: card.dbId, paymentMethodStripeId: card.id })}
            done={paymentMessages.cardRemoved}
          />
        )}
      </Group>
    </li>
  )
}

/** Lets a card pay the plan; an open renewal, which it pays at once, is asked about first. */
function UseForPlan({
  card,
  label,
  open,
  choose,
}: {
  card: PaymentMethod
  label: string
  open: number | null
  choose: (cardId: string) => Promise<unknown>
}) {
  const { run, isPending } = useConfirmedChange()
  const name = nameOfCard(card)
  const change = () => choose(card.dbId)
  const start = () => {
    // The month may have been paid meanwhile, and this click charge nothing.
    const done = paymentMessages.planCardSet
    if (open === null) return run({ change, done })
    const text = `${formatMoney(open)} são cobrados agora no cartão ${name}, que paga também os próximos meses.`
    const question = { title: 'Pagar a renovação agora?', text, confirmLabel: `Pagar ${formatMoney(open)}` }
    run({ question, change, done })
  }
  return (
    <BusyButton variant="subtle" busy={isPending} aria-label={`${label}: ${name}`} onClick={start}>
      {label}
    </BusyButton>
  )
}

function AddCard({ checkout }: { checkout: { script: string; key: string } }) {
  const { isOpen, opener, open, close } = useInlineForm()
  if (isOpen) return <NewCard checkout={checkout} onClose={close} />
  return (
    <Button ref={opener} variant="default" style={{ alignSelf: 'flex-start' }} onClick={open}>
      Adicionar cartão
    </Button>
  )
}

function NewCard({ checkout, onClose }: { checkout: { script: string; key: string }; onClose: () => void }) {
  const provider = useStripe(checkout)
  const { mutateAsync: start } = useStartCard()
  const { mutateAsync: save } = useSaveCard()
  return (
    <Stack gap="sm">
      <CardForm
        provider={provider}
        takesFocus
        label="Salvar cartão"
        onCard={async ({ stripe, method }) => {
          const { client_secret } = await start()
          const { setupIntent, error } = await stripe.confirmCardSetup(client_secret, {
            payment_method: method,
            return_url: window.location.href,
          })
          if (!setupIntent) return error ?? {}
          await save(setupIntent.id)
          notifySuccess(paymentMessages.cardSaved)
          onClose()
        }}
      >
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </CardForm>
    </Stack>
  )
}
