import { formatDateTime } from '@escola/contract/time'
import { undeliveredTexts } from '@escola/contract/undelivered-mails.contract'
import { Alert, Button } from '@mantine/core'
import { IconMailOff, IconMailPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'

/** Says that the school's mail waits, and since when. */
export const MailBanner = ({ since }: { since: string }) => (
  <Alert color="ambar" variant="light" icon={<IconMailPause aria-hidden />} title={undeliveredTexts.stoppedTitle}>
    {undeliveredTexts.stopped(formatDateTime(since))}
  </Alert>
)

/** Mails of the last days that did not arrive. */
export const UndeliveredMails = ({ count }: { count: number }) => (
  <WorkList title={undeliveredTexts.title} icon={IconMailOff} total={count} shown={count} all={null}>
    <WorkRow
      title={undeliveredTexts.counted(count)}
      text={undeliveredTexts.checkAddress}
      action={
        <Button
          size="compact-sm"
          variant="light"
          aria-label="Ver os e-mails não entregues"
          renderRoot={(props) => <Link {...props} to="/config/emails" />}
        >
          Ver
        </Button>
      }
    />
  </WorkList>
)
