import { packGain } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import { paymentErrors } from '@escola/contract/payment-errors'
import { paymentMessages } from '@escola/contract/payments.contract'
import { type PackId, packFor, packs } from '@escola/contract/prices'
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { PayForm } from './pay-form.tsx'
import { paymentQueries } from './payments.queries.ts'
import { PixCode } from './pix-code.tsx'
import { asksBank, usePurchase } from './use-purchase.ts'
import { Waiting } from './waiting.tsx'

interface PackPaymentProps {
  /** Sum that the balance lacks, in cents. */
  missing: number
  /** Class of the import, to which the checkout's page leads back. */
  cohortId: string
  /** The pack was paid, and the balance has it. */
  onPaid: () => Promise<unknown>
}

/**
 * Pays for the smallest pack that covers a sum, inside other work: by Pix or with a card that the school keeps. The provider's script runs on the checkout's own
 * pages alone, so a new card and a bank's question lead there; the payment is the same one.
 */
export default function PackPayment({ missing, cohortId, onPaid }: PackPaymentProps) {
  const pack = packFor(missing)
  // A sum beyond the greatest pack takes several payments.
  const [round, setRound] = useState(0)
  return (
    <OnePayment
      key={`${pack} ${round}`}
      pack={pack}
      cohortId={cohortId}
      onPaid={async () => {
        await onPaid()
        setRound(round + 1)
      }}
    />
  )
}

interface OnePaymentProps extends Pick<PackPaymentProps, 'cohortId' | 'onPaid'> {
  pack: PackId
}

function OnePayment({ pack: id, cohortId, onPaid }: OnePaymentProps) {
  const { data, error, refetch } = useQuery(paymentQueries.methods(useSchool().id))
  const pack = packs[id]
  const { payment, pay, giveUp } = usePurchase({
    item: id,
    cents: pack.price,
    asked: undefined,
    onPaid,
    onSumChanged: undefined,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} role="status" aria-label="Carregando as formas de pagamento" />
  const { checkout, paymentMethods } = data
  if (!checkout) return <Text>{paymentErrors.payments_off.pt}</Text>
  const toCheckout = (label: string) => (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/add-saldo/$type" params={{ type: id }} search={{ turma: cohortId }} />
      )}
    >
      {label}
    </Button>
  )
  return (
    <Stack gap="sm">
      {!checkout.is_real && (
        <Alert color="ambar" variant="light">
          {paymentMessages.noRealMoney}
        </Alert>
      )}
      <Text>{`Pacote ${pack.name}, ${formatMoney(pack.price)}: a escola ganha ${packGain(pack)}.`}</Text>
      {payment?.status === 'succeeded' ? (
        <Waiting>Pagamento recebido. Conferindo a lista…</Waiting>
      ) : payment?.status === 'requires_action' && payment.pix ? (
        <PixCode
          pix={payment.pix}
          cents={payment.cents}
          instead={{
            onGiveUp: () => giveUp(payment.id),
            onNewCode: async () => {
              const ended = await giveUp(payment.id)
              // The code may have been paid in its last second.
              if (ended.status !== 'succeeded') await pay('pix')
            },
          }}
        />
      ) : payment && asksBank(payment) ? (
        <>
          <Text>O seu banco pede que você confirme a compra. Nada foi cobrado ainda.</Text>
          {toCheckout('Confirmar no banco')}
        </>
      ) : payment?.status === 'processing' ? (
        <Waiting>O seu banco ainda não respondeu: não pague de novo.</Waiting>
      ) : (
        <PayForm
          cents={pack.price}
          ways={checkout.has_pix ? ['pix', 'card'] : ['card']}
          saving={undefined}
          cards={paymentMethods}
          newCard={{ elsewhere: toCheckout(paymentMessages.newCard) }}
          failed={payment?.status === 'failed' ? payment : undefined}
          onPay={pay}
        />
      )}
    </Stack>
  )
}
