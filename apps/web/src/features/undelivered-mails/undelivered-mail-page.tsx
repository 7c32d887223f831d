import { schoolMailNames } from '@escola/contract/mail-names'
import { formatDateTime } from '@escola/contract/time'
import { pageTitles } from '@escola/contract/titles'
import { type UndeliveredMail, undeliveredReasons, undeliveredTexts } from '@escola/contract/undelivered-mails.contract'
import { Paper } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { PagedTable } from '../../ui/lists/paged-table.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { StudentLink } from '../../ui/student-link.tsx'
import { SendAgainButton } from './send-again-button.tsx'
import { undeliveredMailQueries, useSendAgain } from './undelivered-mails.queries.ts'

/** The school's mails that did not arrive, each with its reason and the way to write it again. */
export function UndeliveredMailPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const schoolId = useSchool().id
  const { data, isLoading } = useQueryTable(page, (page) => undeliveredMailQueries.list(schoolId, page))
  return (
    <ListPage
      title={undeliveredTexts.title}
      description={undeliveredTexts.description}
      back={{ to: '/config', label: pageTitles.settings }}
      listed={data.mails}
      onPage={onPage}
      empty={{
        drawing: 'papers',
        title: undeliveredTexts.none,
        text: undeliveredTexts.noneText,
      }}
    >
      <Paper p="lg">
        <PagedTable
          listed={data.mails}
          isLoading={isLoading}
          onPage={onPage}
          pagesLabel="Páginas de e-mails não entregues"
          caption={undeliveredTexts.title}
          keyOf={(mail) => mail.id}
          columns={[
            { label: 'Para', heading: true, cell: (mail) => <Recipient mail={mail} /> },
            { label: 'Endereço', cell: ({ email }) => email },
            { label: 'E-mail', cell: ({ kind }) => schoolMailNames[kind] },
            { label: 'Motivo', cell: ({ reason }) => undeliveredReasons[reason] },
            { label: 'Data', tight: true, cell: ({ utc_failed_on }) => formatDateTime(utc_failed_on) },
            { label: 'Ações', action: true, cell: (mail) => <SendAgain mail={mail} /> },
          ]}
        />
      </Paper>
    </ListPage>
  )
}

const Recipient = ({ mail: { name, user_link } }: { mail: UndeliveredMail }) =>
  user_link ? <StudentLink name={name} link={user_link} /> : name

function SendAgain({ mail: { id, name } }: { mail: UndeliveredMail }) {
  const { mutateAsync: send } = useSendAgain()
  return <SendAgainButton name={name} send={() => send(id)} />
}
