import { billingTitles } from '@escola/contract/billing-texts'
import { type Payment, returnTexts } from '@escola/contract/payments.contract'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DoneScreen } from '../../ui/done-screen.tsx'

/** End of a payment of a plan that was made and changes nothing: it goes back. */
export const ReturningPayment = ({ way }: Pick<Payment, 'way'>) => (
  <DoneScreen
    icon={IconArrowBackUp}
    title={returnTexts.title}
    text={`${returnTexts.why} ${returnTexts.stays} ${returnTexts.when[way]}`}
  >
    <Button renderRoot={(props) => <Link {...props} to="/planos" />}>{billingTitles.plans}</Button>
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/bank/pagamentos" />}>
      {billingTitles.payments}
    </Button>
  </DoneScreen>
)
