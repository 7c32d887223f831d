import { paymentMessages } from '@escola/contract/payments.contract'
import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError, textOf } from '../api/api-error.ts'
import { useAppContext } from '../session/context.ts'
import { useRights } from '../session/rights.ts'

/** Says why something was refused, and offers the way on where money is missing. */
export function FailureAlert({ error }: { error: unknown }) {
  const { team } = useAppContext()
  const mayPay = useRights().may('money')
  const isUnpaid = error instanceof ApiError && error.code === 'balance_missing'
  return (
    <Alert color="danger" variant="light" role="alert">
      {isUnpaid && !mayPay
        ? `A escola está sem saldo para isto. Avise ${team?.owner_name || 'quem é dono da escola'}`
        : textOf(error)}
      {isUnpaid && mayPay && <AddBalance />}
    </Alert>
  )
}

/** Leads to the packs. */
export const AddBalance = () => (
  <Button
    variant="light"
    color="danger"
    mt="xs"
    display="block"
    w="fit-content"
    renderRoot={(props) => <Link {...props} to="/bank" />}
  >
    {paymentMessages.addBalance}
  </Button>
)
