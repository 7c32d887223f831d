import { graceTexts } from '@escola/contract/billing-texts'
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

/** Warns of a month of the plan that is not paid, and until when it can be. */
export const GraceBanner = ({ endsOn }: { endsOn: string }) => (
  <Alert color="danger" variant="light" icon={<IconAlertTriangle aria-hidden />} title={graceTexts.title}>
    <Text size="sm" mb="sm">
      {graceTexts.rest(endsOn)}
    </Text>
    <Button variant="default" size="sm" renderRoot={(props) => <Link {...props} to="/planos" />}>
      Ver os planos
    </Button>
  </Alert>
)
