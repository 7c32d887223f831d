import type { ImportForecast as Forecast } from '@escola/contract/imports.contract'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useSchool } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import classes from './import-preview.module.css'
import { importQueries } from './imports.queries.ts'

const describeCount = (count: number, singular: string, plural: string) =>
  count > 0 ? [count === 1 ? singular : `${formatNumber(count)} ${plural}`] : []

const describeForecast = ({ created, joining, unchanged }: Forecast) => [
  ...describeCount(created, '1 pessoa nova na escola', 'pessoas novas na escola'),
  ...describeCount(joining, '1 aluno da escola entra na turma', 'alunos da escola entram na turma'),
  ...describeCount(unchanged, '1 já está na turma e fica como está', 'já estão na turma e ficam como estão'),
]
const mailsOf = (count: number) =>
  describeCount(count, '1 e-mail será enviado', 'e-mails serão enviados')[0] ?? 'Nenhum e-mail será enviado'

/** Tells before the start which students of the file are new, which are enrolled already, and how many mails leave. */
export function ImportForecast({ cohortId, emails }: { cohortId: string; emails: string[] }) {
  const { data, isError, refetch } = useQuery(importQueries.forecast(useSchool().id, cohortId, emails, useId()))
  return (
    <div role="status" className={classes.forecast}>
      {data && (
        <>
          <Text fw={600}>{mailsOf(data.mails)}</Text>
          <Text size="sm">{describeForecast(data).join(' · ')}</Text>
        </>
      )}
      {!data && !isError && <Text c="dimmed">Vendo quem já está na turma…</Text>}
      {!data && isError && (
        <Group gap="xs">
          <Text size="sm">Não foi possível ver agora quem já está na turma. A importação funciona do mesmo jeito.</Text>
          <Button variant="subtle" size="xs" onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        </Group>
      )}
    </div>
  )
}
