import type { Cohort } from '@escola/contract/cohorts.contract'
import { countOf } from '@escola/contract/messages'
import { describeTerm, endOfDay, formatLastDay } from '@escola/contract/terms'
import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { makeOfflineError } from '../../../api/api-error.ts'
import { formatNumber } from '../../../ui/format.ts'
import { ErrorState } from '../../../ui/loading/error-state.tsx'
import { part, usePart } from '../../../ui/loading/part.ts'
import { RunProgress } from '../../../ui/run-progress.tsx'
import { Section } from '../../../ui/section.tsx'

const formPart = part(() => import('./term-form.tsx'))

/** Says in one sentence for how long the class gives access, and whom it still takes. */
export function summarizeTerm({ term, seats, enrolls_until, totalStudents, sales_ended }: Cohort): string {
  return [
    describeTerm(term),
    seats !== null && `${formatNumber(totalStudents)} de ${countOf(seats, 'vaga', 'vagas')}`,
    enrolls_until !== null && `matrículas até ${formatLastDay(endOfDay(enrolls_until))}`,
    sales_ended && 'vendas encerradas',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Shows the class's term, seats, last day for enrolments and whether it is still sold, and the way to change them. */
export function CohortTerm({ cohort }: { cohort: Cohort }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  // The form loads once the page is there, before the button is used.
  const form = usePart(formPart)
  return (
    <Section
      title="Prazo e vagas"
      aside={
        <Button
          variant="light"
          size="sm"
          leftSection={<IconCalendarTime size={18} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          Mudar prazo e vagas
        </Button>
      }
    >
      <Text>{summarizeTerm(cohort)}</Text>
      {cohort.term_change && (
        <RunProgress
          text="Aplicando o prazo a todos"
          label="Aplicando o prazo a todos os alunos"
          {...cohort.term_change}
        />
      )}
      <Modal opened={isOpen} onClose={close} title="Prazo e vagas" centered>
        {form.loaded ? (
          <form.loaded.TermForm cohort={cohort} onClose={close} />
        ) : form.hasFailed ? (
          <ErrorState error={makeOfflineError()} onRetry={form.retry} />
        ) : (
          <Skeleton height={320} radius="md" aria-busy aria-label="Carregando" />
        )}
      </Modal>
    </Section>
  )
}
