import { affiliateLimits, summarizePlan } from '@escola/contract/affiliates.contract'
import { limits } from '@escola/contract/limits'
import { affiliatePlansTitle, newPlanTitle } from '@escola/contract/titles'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SavedTextStatus, StaleText } from '../../autosave/saved-text-status.tsx'
import { useSavedText } from '../../autosave/use-saved-text.ts'
import { useSchool } from '../../session/context.ts'
import { CourseField } from '../../ui/courses/course-selector.tsx'
import { EditorTitle } from '../../ui/editor/editor-title.tsx'
import { isNewRecord } from '../../ui/editor/new-record.ts'
import { useGoOn } from '../../ui/editor/use-go-on.ts'
import { formatNumber } from '../../ui/format.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { usePhone } from '../../ui/lists/use-phone.ts'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import { AddAffiliate } from './add-affiliate.tsx'
import { AffiliateCard } from './affiliate-card.tsx'
import { AffiliateRows } from './affiliate-rows.tsx'
import classes from './affiliates.module.css'
import { affiliateQueries, usePlanId, useRemovePlan, useSavePlan } from './affiliates.queries.ts'

interface PlanPageProps {
  id: string
  page: number
  onPage: (page: number) => void
}

export function PlanPage({ id, page, onPage }: PlanPageProps) {
  const schoolId = useSchool().id
  const { plan, degrees } = usePrefetchedQuery(affiliateQueries.plan(schoolId, id)).data
  const { data } = useQueryTable(page, (page) => affiliateQueries.schools(schoolId, id, page))
  const { list, ...paging } = data.schools
  const isPhone = usePhone()
  const isNew = isNewRecord({ link: id })
  const client = useQueryClient()
  const goOn = useGoOn()
  const idOf = usePlanId(id, (plan) => {
    client.setQueryData(affiliateQueries.plan(schoolId, plan.id).queryKey, { plan, degrees })
    const { planId, state } = { planId: plan.id, state: { made: plan.id } }
    void goOn({ to: '/filiais-planos/$planId', params: { planId }, state })
  })
  const save = useSavePlan(idOf)
  const title = useSavedText({
    thing: isNew ? undefined : `affiliate-plan.${id}`,
    value: plan.title,
    save: (text) => save.mutateAsync({ title: text }),
    delayMs: limits.lessonAutosaveMs,
  })
  const chosen = degrees.filter((course) => plan.degrees.includes(course.id))
  const label = 'Nome do plano'
  return (
    <Page
      title={title.text.trim() || newPlanTitle}
      titleField={
        <>
          <EditorTitle
            label={label}
            fallback={newPlanTitle}
            value={title.text}
            maxLength={affiliateLimits.titleMax}
            onChange={title.type}
          />
          <SavedTextStatus field={title} />
          <StaleText field={title} label={label} />
        </>
      }
      back={{ to: '/filiais-planos', label: affiliatePlansTitle }}
      actions={!isNew && paging.total === 0 && <RemovePlan id={id} title={title.text} />}
    >
      <Section
        title="Cursos"
        text="As filiais recebem os cursos publicados, menos os marcados para não aparecer nelas."
      >
        <CourseField
          label="Cursos do plano"
          summary={summarizePlan(
            plan,
            chosen.map(({ title }) => title),
          )}
          chosen={plan}
          courses={degrees}
          save={save.mutateAsync}
        />
      </Section>
      <Section title="Filiais">
        {isPhone ? (
          <Stack>
            {list.length > 0 && <AffiliateRows schools={list} />}
            <AddAffiliate idOf={idOf} />
          </Stack>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" className={classes.list} aria-label="Filiais">
            {list.map((school) => (
              <li key={school.id}>
                <AffiliateCard school={school} />
              </li>
            ))}
            <li>
              <AddAffiliate idOf={idOf} />
            </li>
          </SimpleGrid>
        )}
        {paging.total > 0 && (
          <Text size="sm" c="dimmed">
            Mostrando {formatNumber(list.length)} escola(s) de {formatNumber(paging.total)} afiliada(s)
          </Text>
        )}
        <Pager {...paging} onPage={onPage} label="Páginas de filiais" />
      </Section>
    </Page>
  )
}

function RemovePlan({ id, title }: { id: string; title: string }) {
  const remove = useRemovePlan(id)
  const navigate = useNavigate()
  const label = 'Apagar plano'
  return (
    <RemoveButton
      question={makeDangerQuestion(`O plano “${title.trim() || newPlanTitle}” é apagado. Os cursos continuam.`, label)}
      change={async () => {
        await remove.mutateAsync()
        await navigate({ to: '/filiais-planos' })
      }}
      done="Plano apagado!"
    >
      {label}
    </RemoveButton>
  )
}
