import { calendars, dripPreviewTexts, type PreviewModule } from '@escola/contract/calendars.contract'
import type { Degree } from '@escola/contract/courses.contract'
import { orderTexts } from '@escola/contract/lesson-order.contract'
import { refusals } from '@escola/contract/refusals'
import { formatDateTime } from '@escola/contract/time'
import { utcOf, wallTimeOf } from '@escola/contract/wall-time'
import { Alert, Select, Stack, Text } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { textOf } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { useSchool } from '../../../session/context.ts'
import { useCohortChoices } from '../../../ui/cohorts/use-cohort-choices.ts'
import { MomentField } from '../../../ui/forms/moment-field.tsx'
import { courseQueries } from '../courses.queries.ts'
import classes from './dripping-preview.module.css'

/**
 * Previews the lessons that a student sees by the rule in this editor. The server answers, by the function that locks lessons.
 * @param course its state of the last save
 */
export function DrippingPreview({ course }: { course: Degree }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Ver como fica para um aluno</summary>
      {isOpen && <Preview course={course} />}
    </details>
  )
}

function Preview({ course }: { course: Degree }) {
  const schoolId = useSchool().id
  const gatewayList = useCohortChoices()
  const [now] = useState(() => wallTimeOf(new Date()))
  const [enrolled, setEnrolled] = useState(now)
  const [at, setAt] = useState(now)
  const [cohort, setCohort] = useState<string | null>(null)
  const [enrolledOn, seenOn] = [utcOf(enrolled), utcOf(at)]
  const { link, version } = course
  const query = { enrolled_on: enrolledOn!, at: seenOn!, ...(cohort && { school_gateway_id: cohort }) }
  const { data, error } = useQuery({
    queryKey: [...courseQueries.all(schoolId), 'dripping', link, version, query],
    queryFn: ({ signal }) => api(calendars.preview, { params: { schoolId, link }, query, signal }),
    enabled: enrolledOn !== undefined && seenOn !== undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Mostra o curso como está aqui, mesmo sem publicar.
      </Text>
      <MomentField
        label="Um aluno matriculado em"
        value={enrolled}
        error={enrolledOn === undefined && refusals.farMoment}
        onChange={setEnrolled}
      />
      <Select
        label="Turma"
        placeholder="Uma turma criada nesse dia"
        clearable
        clearButtonProps={{ 'aria-label': 'Nenhuma turma' }}
        data={gatewayList.map(({ id, title }) => ({ value: id, label: title }))}
        value={cohort}
        onChange={setCohort}
      />
      <MomentField label="vê em" value={at} error={seenOn === undefined && refusals.farMoment} onChange={setAt} />
      {error && <Alert color="danger">{textOf(error)}</Alert>}
      {data?.has_degree === false && cohort !== null && (
        <Alert color="ambar" variant="light" title={dripPreviewTexts.noDegree}>
          <Link to="/turma/$cohortId" params={{ cohortId: cohort }} search={{ tab: 'cursos' }}>
            {dripPreviewTexts.openCohort}
          </Link>
        </Alert>
      )}
      {data !== undefined && data.private_lessons > 0 && (
        <Text size="sm">{dripPreviewTexts.privateLessons(data.private_lessons)}</Text>
      )}
      {data?.has_degree && data.modules.length === 0 && <Text size="sm">Nenhum módulo tem aulas visíveis ainda.</Text>}
      {course.in_order && <Text size="sm">{orderTexts.preview}</Text>}
      <ol className={classes.modules} aria-label="O que esse aluno vê" aria-live="polite">
        {data?.modules.map((module) => (
          <ModuleState key={module.id} module={module} />
        ))}
      </ol>
    </Stack>
  )
}

const ModuleState = ({ module: { title, isOpen, opens_on } }: { module: PreviewModule }) => (
  <li data-locked={!isOpen || undefined}>
    {isOpen ? <IconLockOpen size={18} aria-hidden /> : <IconLock size={18} aria-hidden />}
    <span>
      {title}
      <small>{isOpen ? 'Liberado' : `Libera em ${formatDateTime(opens_on!)}`}</small>
    </span>
  </li>
)
