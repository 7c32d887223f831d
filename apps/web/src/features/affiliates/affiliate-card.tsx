import {
  type AffiliateSchool,
  type AffiliateState,
  affiliateMessages,
  affiliateStateOf,
} from '@escola/contract/affiliates.contract'
import { Badge } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import classes from './affiliates.module.css'
import { useRemoveAffiliate } from './affiliates.queries.ts'
import { SchoolCard } from './school-card.tsx'

const colors: Record<AffiliateState, string> = { aguardando: 'ambar', aprovado: 'teal', recusado: 'danger' }
const removeLabel = 'Remover afiliado'

export function StateBadge({ school }: { school: AffiliateSchool }) {
  const state = affiliateStateOf(school)
  return (
    <Badge variant="light" color={colors[state]} tt="none" fw={600}>
      {state}
    </Badge>
  )
}

export function AffiliateCard({ school }: { school: AffiliateSchool }) {
  const remove = useRemoveAffiliate()
  const state = affiliateStateOf(school)
  const question = makeDangerQuestion(
    state === 'aprovado'
      ? `${school.name} deixa de oferecer os seus cursos. O progresso dos alunos fica guardado e volta se você convidar a escola de novo, depois de um dia.`
      : `${school.name} sai deste plano. Você pode convidar a escola de novo depois de um dia.`,
    removeLabel,
  )
  return (
    <SchoolCard
      school={school}
      label={<StateBadge school={school} />}
      foot={
        <RemoveButton
          question={question}
          change={() => remove.mutateAsync(school.id)}
          done={`${school.name} foi removida.`}
          label={`${removeLabel}: ${school.name}`}
        >
          {removeLabel}
        </RemoveButton>
      }
    >
      {state === 'aprovado' && school.counts && <Counts counts={school.counts} />}
    </SchoolCard>
  )
}

const Counts = ({ counts }: { counts: NonNullable<AffiliateSchool['counts']> }) => (
  <dl className={classes.counts}>
    <Count label="Com acesso" count={counts.students} />
    <Count label="Conclusões" count={counts.finished} />
    <Count label="Certificados" count={counts.certificates} />
  </dl>
)

const Count = ({ label, count }: { label: string; count: number | null }) => (
  <div>
    <dt>{label}</dt>
    <dd>{count === null ? affiliateMessages.fewerThanCounted : formatNumber(count)}</dd>
  </div>
)
