import { countOf } from '@escola/contract/messages'
import type { Today } from '@escola/contract/today.contract'
import { Button } from '@mantine/core'
import { IconTextSpellcheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { WorkList, WorkRow } from '../../ui/lists/work-list.tsx'

/** Buyers whom no mail reaches, because their e-mail is probably mistyped. The correction asks before it changes anything. */
export const DoubtfulEmails = ({ emails: { total, list } }: { emails: Today['doubtful_emails'] }) => (
  <WorkList
    title={countOf(total, 'e-mail de quem comprou parece errado', 'e-mails de quem comprou parecem errados')}
    icon={IconTextSpellcheck}
    total={total}
    shown={list.length}
    all={<Link to="/alunos">Ver os alunos</Link>}
  >
    {list.map(({ user_link: link, user_name: name, email, suggestion }) => (
      <WorkRow
        key={link}
        title={name}
        text={`${email} · e-mail parece errado: ${suggestion.slice(suggestion.lastIndexOf('@'))}?`}
        action={
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
        }
      />
    ))}
  </WorkList>
)
