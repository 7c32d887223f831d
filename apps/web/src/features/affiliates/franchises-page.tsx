import type { Franchisor } from '@escola/contract/affiliates.contract'
import { countOf } from '@escola/contract/messages'
import { franchisesTitle } from '@escola/contract/titles'
import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useSchool } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import classes from './affiliates.module.css'
import { affiliateQueries, useAnswerFranchisor } from './affiliates.queries.ts'
import { InvitationTerms } from './invitation-terms.tsx'
import { SchoolCard } from './school-card.tsx'

/** Schools whose courses this one teaches, and those that ask it to. */
export function FranchisesPage() {
  const { pending, approved } = usePrefetchedQuery(affiliateQueries.franchisors(useSchool().id)).data
  return (
    <Page title={franchisesTitle} description="Escolas que oferecem os cursos delas por aqui.">
      {pending.length > 0 && (
        <Section title="Convites">
          <SimpleGrid cols={{ base: 1, md: 2 }} component="ul" className={classes.list}>
            {pending.map((each) => (
              <li key={each.id}>
                <InvitationCard franchisor={each} />
              </li>
            ))}
          </SimpleGrid>
        </Section>
      )}
      {approved.length > 0 && (
        <Section title="Suas franquias">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className={classes.list}>
            {approved.map((each) => (
              <li key={each.id}>
                <FranchiseCard franchisor={each} />
              </li>
            ))}
          </SimpleGrid>
        </Section>
      )}
      {pending.length + approved.length === 0 && (
        <EmptyState
          drawing="people"
          title="Nenhuma franquia por enquanto"
          text="Quando uma escola convidar a sua para oferecer os cursos dela, o convite aparece aqui."
        />
      )}
    </Page>
  )
}

const describePlan = ({ plan_title, plan_degrees }: Franchisor) =>
  `Plano “${plan_title}”, com ${countOf(plan_degrees, 'curso', 'cursos')}`

function InvitationCard({ franchisor }: { franchisor: Franchisor }) {
  const answer = useAnswerFranchisor()
  const { run, isPending } = useConfirmedChange()
  const send = (column: 'approved' | 'declined', done: string) =>
    run({ change: () => answer.mutateAsync({ column, school_id: franchisor.id }), done })
  return (
    <SchoolCard
      school={franchisor}
      label={<Text size="sm">{describePlan(franchisor)}</Text>}
      foot={
        <Group gap="xs" ml={18} aria-busy={isPending}>
          <Button onClick={() => send('approved', 'Convite aprovado! Os cursos chegam em instantes.')}>Aprovar</Button>
          <Button variant="default" onClick={() => send('declined', 'Convite recusado.')}>
            Recusar
          </Button>
        </Group>
      }
    >
      <InvitationTerms />
    </SchoolCard>
  )
}

function FranchiseCard({ franchisor }: { franchisor: Franchisor }) {
  const answer = useAnswerFranchisor()
  const label = 'Sair da franquia'
  return (
    <SchoolCard
      school={franchisor}
      label={<Text size="sm">{describePlan(franchisor)}</Text>}
      foot={
        <RemoveButton
          question={makeDangerQuestion(
            `Os cursos de ${franchisor.name} deixam de aparecer para os seus alunos. O progresso e os certificados deles ficam guardados.`,
            label,
          )}
          change={() => answer.mutateAsync({ column: 'declined', school_id: franchisor.id })}
          done={`Você saiu da franquia de ${franchisor.name}.`}
          label={`${label}: ${franchisor.name}`}
        >
          {label}
        </RemoveButton>
      }
    >
      {null}
    </SchoolCard>
  )
}
