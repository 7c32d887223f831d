import { paymentErrors } from '@escola/contract/payment-errors'
import { isRenewalKey, type PayWay, paymentMessages } from '@escola/contract/payments.contract'
import { isPack, type PayableItem, type PlanId } from '@escola/contract/prices'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page, type PageProps } from '../../ui/page.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { PayForm } from './pay-form.tsx'
import { paymentQueries } from './payments.queries.ts'
import { PixCode } from './pix-code.tsx'
import { ProviderAway } from './provider-away.tsx'
import { ReturningPayment } from './returning-payment.tsx'
import { asksBank, usePurchase } from './use-purchase.ts'
import { type StripeState, useStripe } from './use-stripe.ts'
import { Waiting } from './waiting.tsx'

interface CheckoutProps {
  page: Pick<PageProps, 'title' | 'back'>
  item: PayableItem
  /** Sum that is paid now. */
  cents: number
  /** Id of a payment that the address names. */
  asked: string | undefined
  onPaid: (paymentId: string) => Promise<unknown>
  /** The payment is of a month of the present plan: by the code that it has, or in its place by a card. */
  only?: 'code' | 'card' | undefined
  /** It is the first month of a plan: a card pays the months to come as well. */
  isFirst?: boolean | undefined
  /** Asks for the sum anew, where the payment of it was refused for another. */
  onSumChanged?: (() => unknown) | undefined
  /** Stands in place of the page once the payment is made and kept; the school may have left the plan since. */
  paid: (planId: PlanId | undefined) => ReactNode
  /** Sums up what is bought. */
  children: ReactNode
}

/** Pays for one thing: summary, way to pay, and what goes on until the payment has ended. */
export function Checkout(props: CheckoutProps) {
  const { checkout } = usePrefetchedQuery(paymentQueries.methods(useSchool().id)).data
  if (!checkout)
    return (
      <Page {...props.page} narrow>
        <EmptyState drawing="papers" title={paymentErrors.payments_off.pt} />
      </Page>
    )
  return <OpenCheckout {...props} provider={checkout} />
}

interface OpenCheckoutProps extends CheckoutProps {
  provider: { script: string; key: string; is_real: boolean; has_pix: boolean }
}

function OpenCheckout({
  page,
  item,
  cents,
  asked,
  onPaid,
  only,
  isFirst,
  onSumChanged,
  paid,
  children,
  provider,
}: OpenCheckoutProps) {
  const { paymentMethods } = usePrefetchedQuery(paymentQueries.methods(useSchool().id)).data
  const purchase = usePurchase({ item, cents, asked, onPaid, onSumChanged })
  const stripe = useStripe(provider)
  const { payment, pay, confirm, giveUp } = purchase
  const place = useFocusOnChange(payment && `${payment.status} ${payment.pix !== null}`)
  if (payment?.status === 'succeeded')
    return payment.goes_back ? <ReturningPayment way={payment.way} /> : paid(purchase.planId)
  const ways: PayWay[] = provider.has_pix && only !== 'card' ? ['card', 'pix'] : ['card']
  const payAndConfirm = async (method: string, saveCard?: boolean) => {
    const made = await pay(method, saveCard)
    if (asksBank(made) && stripe.stripe) await confirm(made, stripe.stripe)
    return made
  }
  return (
    <Page {...page} narrow>
      {!provider.is_real && (
        <Alert color="ambar" variant="light">
          {paymentMessages.noRealMoney}
        </Alert>
      )}
      {children}
      <Section title="Pagamento">
        <div ref={place} tabIndex={-1}>
          {payment?.status === 'requires_action' && payment.pix ? (
            <PixCode
              pix={payment.pix}
              cents={payment.cents}
              instead={
                only === 'code'
                  ? undefined
                  : {
                      onGiveUp: () => giveUp(payment.id),
                      onNewCode: async () => {
                        const ended = await giveUp(payment.id)
                        // The code may have been paid in its last second.
                        if (ended.status !== 'succeeded') await pay('pix')
                      },
                    }
              }
            />
          ) : payment && asksBank(payment) ? (
            <BankConfirmation
              isConfirming={purchase.isConfirming}
              failure={purchase.bankFailure}
              provider={stripe}
              onConfirm={async () => stripe.stripe && confirm(payment, stripe.stripe)}
              onGiveUp={isRenewalKey(payment.id) ? undefined : () => giveUp(payment.id)}
            />
          ) : payment?.status === 'processing' ? (
            <Waiting>
              O seu banco ainda não respondeu. Esta página mostra o resultado quando ele chegar: não pague de novo.
            </Waiting>
          ) : only === 'code' ? (
            <Text>Este código não vale mais. Veja a situação da assinatura na página de planos.</Text>
          ) : (
            <PayForm
              cents={cents}
              ways={ways}
              saving={isPack(item) ? 'offered' : isFirst || only === 'card' ? 'plan' : undefined}
              cards={paymentMethods}
              newCard={{ provider: stripe }}
              failed={payment?.status === 'failed' ? payment : undefined}
              onPay={payAndConfirm}
            />
          )}
        </div>
      </Section>
    </Page>
  )
}

/** Place whose content changes by itself: it gets the focus then, because what had it may be gone. */
function useFocusOnChange(shown: string | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  return place
}

interface BankConfirmationProps {
  isConfirming: boolean
  provider: StripeState
  failure: string | undefined
  onConfirm: () => Promise<unknown>
  /** The charge of a plan's month stays: another card pays it in its place. */
  onGiveUp: (() => Promise<unknown>) | undefined
}

/** The bank asks its customer to confirm: at once after the payment, and again after a reload or a closed window. */
function BankConfirmation({ isConfirming, provider, failure, onConfirm, onGiveUp }: BankConfirmationProps) {
  const { run, isPending } = useConfirmedChange()
  if (isConfirming) return <Waiting>Confirme a compra na janela do seu banco.</Waiting>
  const otherWay = onGiveUp && (
    <Button variant="default" onClick={() => run({ change: onGiveUp })}>
      Pagar de outro jeito
    </Button>
  )
  if (provider.hasFailed)
    return (
      <ProviderAway title="A confirmação do banco não carregou" provider={provider}>
        {otherWay}
      </ProviderAway>
    )
  return (
    <Stack gap="sm">
      <Text>O seu banco pede que você confirme a compra. Nada foi cobrado ainda.</Text>
      {failure && (
        <Alert color="danger" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        {otherWay}
        <BusyButton busy={isPending || !provider.stripe} onClick={() => run({ change: onConfirm })}>
          Confirmar no banco
        </BusyButton>
      </Group>
    </Stack>
  )
}
