import { changeLabel } from '@escola/contract/change-labels'
import { countOf } from '@escola/contract/messages'
import { changeAreas, type TeamChange, teamLog, teamLogTexts } from '@escola/contract/team-log.contract'
import { dayOf, formatDateTime, formatTime } from '@escola/contract/time'
import { Paper, Stack, Text, Title } from '@mantine/core'
import { download } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { withProof } from '../../ui/account/proof.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { ListFilters } from '../../ui/lists/list-filters.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { LogTabs } from '../../ui/log-tabs.tsx'
import { StudentLink } from '../../ui/student-link.tsx'
import classes from './team-log.module.css'
import { type TeamLogQuery, teamLogQueries } from './team-log.queries.ts'

interface Props {
  query: TeamLogQuery
  onPage: (page: number) => void
  onFilter: (filter: Omit<TeamLogQuery, 'page'>) => void
}

/** Changes that the team has made in the school, newest first. */
export function TeamLogPage({ query, onPage, onFilter }: Props) {
  const { id: schoolId } = useSchool()
  const { data, isLoading } = useQueryTable(query, (query) => teamLogQueries.list(schoolId, query))
  const { list, ...paging } = data.changes
  const { page: _page, ...filter } = query
  const isFiltered = filter.area !== '' || filter.user_id !== ''
  const downloadLog = () =>
    withProof(() =>
      download(teamLog.exportFile, { params: { schoolId }, query: filter }, `equipe-${dayOf(new Date())}.csv`),
    )
  const fields = [
    {
      name: 'user_id',
      label: 'Pessoa',
      all: 'Toda a equipe',
      data: data.people.map(({ user_id, name }) => ({ value: user_id, label: name })),
      notFound: 'Ninguém com esse nome',
    },
    {
      name: 'area',
      label: 'Área',
      all: 'Todas as áreas',
      data: Object.entries(changeAreas).map(([value, label]) => ({ value, label })),
    },
  ] as const
  const { title, description, none, noneText, noMatch, noMatchText } = teamLogTexts
  return (
    <ListPage
      title={title}
      description={description}
      narrow
      back={{ to: '/config' }}
      listed={data.changes}
      onPage={onPage}
      actions={
        <DownloadButton label="Baixar CSV" download={downloadLog} done="O arquivo com o registro foi baixado." />
      }
      filters={
        <>
          <LogTabs current="team" />
          <ListFilters
            search={null}
            fields={fields}
            values={filter}
            onFilter={(name, value) => onFilter({ ...filter, [name]: value } as typeof filter)}
            found={countOf(data.changes.total, 'alteração', 'alterações')}
          />
        </>
      }
      empty={{
        drawing: 'papers',
        title: isFiltered ? noMatch : none,
        text: isFiltered ? noMatchText : noneText,
      }}
    >
      <Stack gap="lg" aria-busy={isLoading} opacity={isLoading ? 0.6 : 1}>
        {daysOf(list).map(([day, changes]) => (
          <section key={day} aria-label={day}>
            <Title order={2} size="h5" mb="xs">
              {day}
            </Title>
            <Paper component="ul" className={classes.lines}>
              {changes.map((change) => (
                <Line key={change.id} change={change} />
              ))}
            </Paper>
          </section>
        ))}
        <Pager {...paging} onPage={onPage} label="Páginas do registro" />
      </Stack>
    </ListPage>
  )
}

const daysOf = (list: TeamChange[]): [string, TeamChange[]][] => [
  ...Map.groupBy(list, ({ utc_made_on }) => formatDateTime(utc_made_on).split(', ')[0]!),
]

function Line({ change }: { change: TeamChange }) {
  const { name, subject, times, values, utc_began_on, utc_made_on } = change
  const [from, until] = [formatTime(utc_began_on), formatTime(utc_made_on)]
  return (
    <li className={classes.line}>
      <Text span inherit c="dimmed" className={classes.time}>
        {from === until ? until : `${from} – ${until}`}
      </Text>
      <div>
        <Text inherit>
          <strong>{name}</strong> · {changeLabel(change.change)}
          {times > 1 && ` (${times} vezes)`}
        </Text>
        {subject && <Subject subject={subject} />}
        {values.map(({ field, before, after }) => (
          <Text key={field} size="sm" c="dimmed">
            {field}: {before || teamLogTexts.empty} → {(after ?? teamLogTexts.unknownAfter) || teamLogTexts.empty}
          </Text>
        ))}
      </div>
    </li>
  )
}

const kindNames: Record<NonNullable<TeamChange['subject']>['kind'], string> = {
  student: 'Aluno',
  member: 'Pessoa da equipe',
  course: 'Curso',
  lesson: 'Aula',
  cohort: 'Turma',
  certificate: 'Certificado',
  certificate_template: 'Modelo de certificado',
  exam_question: 'Questão',
  sales_account: 'Conta de venda',
  sale: 'Venda',
  affiliate_plan: 'Plano de filiais',
  page: 'Página',
}

const Subject = ({ subject: { kind, id, title, link } }: { subject: NonNullable<TeamChange['subject']> }) => (
  <Text size="sm">
    {kindNames[kind]}: {link ? <StudentLink name={title} link={link} /> : title || `nº ${id}`}
  </Text>
)
