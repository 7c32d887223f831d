import { countOf } from '@escola/contract/messages'
import type { Today } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconTextSpellcheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useConfirmEmail } from './today.queries.ts'

type Emails = Today['doubtful_emails']

/** Buyers whom no mail reaches, because their e-mail is probably mistyped. The correction asks before it changes anything. */
export const DoubtfulEmails = ({ emails: { total, list } }: { emails: Emails }) => (
  <WorkList
    title={countOf(total, 'e-mail de quem comprou parece errado', 'e-mails de quem comprou parecem errados')}
    icon={IconTextSpellcheck}
    total={total}
    shown={list.length}
    all={<Link to="/alunos">Ver os alunos</Link>}
  >
    {list.map((each) => (
      <EmailRow key={each.user_link} {...each} />
    ))}
  </WorkList>
)

function EmailRow({ user_link: link, user_name: name, email, suggestion }: Emails['list'][number]) {
  const { mutateAsync: confirm } = useConfirmEmail(link)
  const { run, isPending } = useConfirmedChange()
  return (
    <WorkRow
      title={name}
      text={`${email} · e-mail parece errado: ${suggestion.slice(suggestion.lastIndexOf('@'))}?`}
      action={
        <>
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`Corrigir o e-mail de ${name}`}
            renderRoot={(props) => (
              <Link {...props} to="/aluno/$link" params={{ link }} search={{ corrigir: 'email' }} />
            )}
          >
            Corrigir
          </Button>
          <BusyButton
            size="compact-sm"
            variant="default"
            busy={isPending}
            aria-label={`O e-mail está certo: ${name}`}
            onClick={() => run({ change: () => confirm(email), done: `O e-mail de ${name} fica como está.` })}
          >
            O e-mail está certo
          </BusyButton>
        </>
      }
    />
  )
}
