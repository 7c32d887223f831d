import type { KarmaEntry } from '@escola/contract/karma.contract'
import { karmaPoints } from '@escola/contract/karma.contract'
import { adminTexts, countOf } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'
import { Button } from '@mantine/core'
import { IconSparkles, IconTrophy } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useSchool } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import lists from '../../ui/lists.module.css'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { karmaQueries } from './karma.queries.ts'
import classes from './points-page.module.css'

interface PointsPageProps {
  page: number
  onPage: (page: number) => void
}

/** What earned a student their points. */
export function PointsPage({ page, onPage }: PointsPageProps) {
  const school = useSchool()
  const shown = useDeferredValue(page)
  const { karma, entries } = useSuspenseQuery(karmaQueries.mine(school.id, shown)).data
  return (
    <Page
      title="Meus pontos"
      description="Cada aula que você conclui e cada pergunta respondida valem pontos, e cada curso inteiro vale mais."
      actions={
        school.has_rank && (
          <Button
            variant="light"
            leftSection={<IconTrophy size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/rank" />}
          >
            Ver o ranking
          </Button>
        )
      }
      narrow
    >
      <p className={classes.total}>
        <strong>{karma}</strong> {karma === 1 ? 'ponto' : 'pontos'}
      </p>
      {entries.total === 0 && (
        <AssistantHint>
          {`Conclua a sua primeira aula e ganhe ${karmaPoints.lesson} pontos. No fim do curso há mais ${karmaPoints.course} esperando por você.`}
        </AssistantHint>
      )}
      {entries.list.length > 0 ? (
        <ul className={lists.framed} aria-label="De onde vieram" data-loading={shown !== page || undefined}>
          {entries.list.map((entry, at) => (
            <Entry key={`${entry.utc_created_on} ${at}`} entry={entry} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={IconSparkles}
          title={entries.total > 0 ? 'Não há mais nada nesta página.' : 'Você ainda não tem pontos.'}
          action={
            entries.total > 0 ? (
              <Button variant="light" onClick={() => onPage(1)}>
                {adminTexts.toFirstPage}
              </Button>
            ) : (
              <Button renderRoot={(props) => <Link {...props} to="/cursos" />}>Ir para os meus cursos</Button>
            )
          }
        />
      )}
      <Pager {...entries} onPage={onPage} label="Páginas dos meus pontos" />
    </Page>
  )
}

const words = {
  lesson: { given: 'Aula concluída', taken: 'Aula desmarcada', gone: 'Uma aula que não existe mais' },
  course: { given: 'Curso concluído', taken: '', gone: 'Um curso que não existe mais' },
  question: { given: 'Pergunta respondida', taken: 'Pergunta excluída', gone: 'Uma pergunta que não existe mais' },
} satisfies Record<KarmaEntry['reason'], Record<'given' | 'taken' | 'gone', string>>

function Entry({ entry }: { entry: KarmaEntry }) {
  const { reason, points, degree_title, degree_link } = entry
  const { given, taken, gone } = words[reason]
  const title = entry.title || gone
  const what = points > 0 ? given : taken
  return (
    <li className={lists.entry}>
      <div className={lists.words}>
        <span className={classes.what}>{what}</span>
        {degree_link ? (
          <Link className={`${lists.about} ${classes.title}`} to="/c/$link" params={{ link: degree_link }}>
            {title}
          </Link>
        ) : (
          <span className={`${lists.about} ${classes.title}`}>{title}</span>
        )}
        <span className={classes.more}>
          {reason !== 'course' && degree_title && `${degree_title} · `}
          <time dateTime={entry.utc_created_on}>{formatDateTime(entry.utc_created_on)}</time>
        </span>
      </div>
      <span className={classes.points} data-taken={points < 0 || undefined}>
        {points > 0 ? '+' : '−'}
        {countOf(Math.abs(points), 'ponto', 'pontos')}
      </span>
    </li>
  )
}
