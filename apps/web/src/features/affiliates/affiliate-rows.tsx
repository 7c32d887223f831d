import { type AffiliateSchool, affiliateStateOf } from '@escola/contract/affiliates.contract'
import { countOf } from '@escola/contract/messages'
import { Avatar } from '../../ui/avatar.tsx'
import { SheetRows } from '../../ui/lists/sheet-rows.tsx'
import { AffiliateCard, StateBadge } from './affiliate-card.tsx'

/** Affiliates on a phone: each is a row that opens its card. */
export const AffiliateRows = ({ schools }: { schools: AffiliateSchool[] }) => (
  <SheetRows
    caption="Filiais"
    title="Filial"
    rows={schools}
    keyOf={({ id }) => id}
    lead={({ name }) => <Avatar user={{ name, profile_img_url: '' }} />}
    heading={{ label: 'Escola', text: ({ name }) => name }}
    columns={[
      { label: 'Situação', state: true, cell: (school) => <StateBadge school={school} /> },
      { label: 'Alunos ou contato', fact: true, cell: describeSchool },
    ]}
    card={(school) => <AffiliateCard school={school} />}
  />
)

function describeSchool(school: AffiliateSchool): string {
  const { counts, email, link } = school
  if (affiliateStateOf(school) === 'aprovado' && counts?.students)
    return countOf(counts.students, 'aluno com acesso', 'alunos com acesso')
  return email || link || ''
}
