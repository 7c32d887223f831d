import { accountMailNames, outsideMailNames } from '@escola/contract/mail-names'
import { formatDateTime } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { type PlatformMail, undeliveredReasons, undeliveredTexts } from '@escola/contract/undelivered-mails.contract'
import { Alert, Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { SendAgainButton } from './send-again-button.tsx'
import { undeliveredMailQueries, useSendPlatformMailAgain } from './undelivered-mails.queries.ts'

const names = { ...accountMailNames, ...outsideMailNames }

/** Mails that no school may see, for the platform's administrators. */
export function PlatformMailPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const { data, isLoading } = useQueryTable(page, undeliveredMailQueries.listOfPlatform)
  const { mails, stopped, schools_stopped } = data
  return (
    <ListPage
      title={undeliveredTexts.title}
      description={undeliveredTexts.platformDescription}
      back={{ to: '/escolas', label: pageTitles.schools }}
      filters={
        (stopped || schools_stopped > 0) && (
          <Alert
            color="danger"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title={
              stopped
                ? undeliveredTexts.allStopped(formatDateTime(stopped.utc_since))
                : undeliveredTexts.schoolsStopped(schools_stopped)
            }
          >
            {stopped && <Text size="sm">{undeliveredTexts.words(stopped.words)}</Text>}
          </Alert>
        )
      }
      listed={mails}
      onPage={onPage}
      empty={{ drawing: 'papers', title: undeliveredTexts.none, text: undeliveredTexts.nonePlatformText }}
    >
      <Paper p="lg">
        <PagedTable
          listed={mails}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de e-mails não entregues"
          caption={undeliveredTexts.title}
          keyOf={(mail) => mail.id}
          columns={[
            { label: 'Para', heading: true, cell: ({ name }) => name || '–' },
            { label: 'Endereço', cell: ({ email }) => email },
            { label: 'E-mail', cell: ({ kind }) => names[kind] },
            { label: 'Motivo', cell: ({ reason }) => undeliveredReasons[reason] },
            { label: 'Desde', tight: true, cell: ({ utc_kept_on }) => formatDateTime(utc_kept_on) },
            { label: 'Ações', action: true, cell: (mail) => mail.may_send_again && <SendAgain mail={mail} /> },
          ]}
        />
      </Paper>
    </ListPage>
  )
}

function SendAgain({ mail: { id, name } }: { mail: PlatformMail }) {
  const { mutateAsync: send } = useSendPlatformMailAgain()
  return <SendAgainButton name={name} send={() => send(id)} />
}
