import { billingTitles } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import { type Payment, paymentMessages } from '@escola/contract/payments.contract'
import { isPack, plans } from '@escola/contract/prices'
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Checkout } from './checkout.tsx'

const page = { title: billingTitles.payMonth, back: { to: '/planos', label: billingTitles.plans } }
const ToPlans = () => (
  <Button variant="default" renderRoot={(props) => <Link {...props} to="/planos" />}>
    Ver os planos
  </Button>
)

/** Charge of a plan's month that its payer confirms with the bank, or pays with another card. */
export function RenewalPage({ payment }: { payment: Payment | undefined }) {
  if (!payment || isPack(payment.item) || payment.status === 'canceled')
    return (
      <Page {...page} narrow>
        <EmptyState
          drawing="papers"
          title="Esta cobrança não espera mais por um pagamento"
          text="Veja a situação da assinatura na página de planos."
          action={<ToPlans />}
        />
      </Page>
    )
  const { name } = plans[payment.item]
  return (
    <Checkout
      page={page}
      item={payment.item}
      cents={payment.cents}
      asked={payment.id}
      onPaid={async () => undefined}
      only="card"
      paid={() => (
        <DoneScreen title={paymentMessages.paid} text={`O mês do plano ${name} está pago.`}>
          <ToPlans />
        </DoneScreen>
      )}
    >
      <Section title={`Mês do plano ${name}`} text="A cobrança espera por você: use um cartão e confirme no seu banco.">
        <Text fw={700} fz="xl">
          {formatMoney(payment.cents)}
        </Text>
      </Section>
    </Checkout>
  )
}
