import { formatCellphone } from '@escola/contract/phones'
import { type SentSms, smsInWords } from '@escola/contract/sent-sms'
import { formatDateTime } from '@escola/contract/time'
import { Text } from '@mantine/core'
import lists from '../../ui/lists/lists.module.css'

/** Text messages to a student, and what became of them. */
export const SentSmsList = ({ sent }: { sent: SentSms[] }) =>
  sent.length > 0 && (
    <ul className={lists.ruled} aria-label="SMS enviados">
      {sent.map(({ id, state, cellphone, utc_on }) => (
        <li key={id}>
          <Text size="sm">{smsInWords(state, formatDateTime(utc_on))}</Text>
          <Text size="sm" c="dimmed">
            Para {formatCellphone(cellphone)}
          </Text>
        </li>
      ))}
    </ul>
  )
