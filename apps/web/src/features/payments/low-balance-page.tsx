import { belowZeroText, billingTitles } from '@escola/contract/billing-texts'
import { centsOf, formatMoney } from '@escola/contract/money'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'
import { Total } from '../../ui/total.tsx'
import { PackChoice } from './pack-choice.tsx'

/** Home of an administrator while the school owes: what is missing, and the ways to pay it. */
export function LowBalancePage() {
  const cents = centsOf(useAppContext().bank.balance)
  return (
    <Page
      title={cents < 0 ? billingTitles.lowBalance : billingTitles.bank}
      description={cents < 0 ? belowZeroText : 'A escola não deve nada. Um saldo de reserva evita que algo pare.'}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/bank" />}>
            Ver o extrato
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/planos" />}>
            Ver os planos
          </Button>
        </>
      }
    >
      <Total value={formatMoney(cents)}>de saldo</Total>
      <PackChoice />
    </Page>
  )
}
