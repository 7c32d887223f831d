import { paymentMessages } from '@escola/contract/payments.contract'
import { Alert, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError, textOf } from '../api/api-error.ts'

/** Says why something was refused, and offers the way on where money is missing. */
export const FailureAlert = ({ error }: { error: unknown }) => (
  <Alert color="danger" variant="light" role="alert">
    {textOf(error)}
    {error instanceof ApiError && error.code === 'balance_missing' && <AddBalance />}
  </Alert>
)

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
