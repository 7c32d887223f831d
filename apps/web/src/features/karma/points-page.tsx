import type { KarmaEntry } from '@escola/contract/karma.contract'
import { karmaPoints } from '@escola/contract/karma.contract'
import { countOf } from '@escola/contract/messages'
import { formatDateTime } from '@escola/contract/time'
import { Button } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSchool } from '../../session/context.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import lists from '../../ui/lists/lists.module.css'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { Total } from '../../ui/total.tsx'
import { karmaQueries } from './karma.queries.ts'
import classes from './points-page.module.css'

interface PointsPageProps {
  page: number
  onPage: (page: number) => void
}

/** Lists the events that earned a student their points. */
export function PointsPage({ page, onPage }: PointsPageProps) {
  const school = useSchool()
  const { data, isLoading } = useQueryTable(page, (page) => karmaQueries.mine(school.id, page))
  const { karma, entries } = data
  return (
    <ListPage
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
      filters={<Total value={karma}>{karma === 1 ? 'ponto' : 'pontos'}</Total>}
      listed={entries}
      onPage={onPage}
      empty={noPoints}
    >
      <ul className={lists.framed} aria-label="De onde vieram" data-loading={isLoading || undefined}>
        {entries.list.map((entry, at) => (
          <Entry key={`${entry.utc_created_on} ${at}`} entry={entry} />
        ))}
      </ul>
      <Pager {...entries} onPage={onPage} label="Páginas dos meus pontos" />
    </ListPage>
  )
}

const noPoints = {
  hint: `Conclua a sua primeira aula e ganhe ${karmaPoints.lesson} pontos. No fim do curso há mais ${karmaPoints.course} esperando por você.`,
  drawing: 'people' as const,
  title: 'Você ainda não tem pontos.',
  action: <Button renderRoot={(props) => <Link {...props} to="/cursos" />}>Ir para os meus cursos</Button>,
}

const words = {
  lesson: { given: 'Aula concluída', taken: 'Aula desmarcada', gone: 'Uma aula que não existe mais' },
  course: { given: 'Curso concluído', taken: '', gone: 'Um curso que não existe mais' },
  merge: { given: 'Vieram do seu outro cadastro', taken: 'Foram para o seu outro cadastro', gone: '' },
  question: { given: 'Pergunta respondida', taken: 'Resposta retirada', gone: 'Uma pergunta que não existe mais' },
  exam: { given: 'Aprovação em avaliação', taken: '', gone: 'Uma avaliação que não existe mais' },
} satisfies Record<KarmaEntry['reason'], Record<'given' | 'taken' | 'gone', string>>

function Entry({ entry }: { entry: KarmaEntry }) {
  const { reason, points, degree_title, degree_link } = entry
  const { given, taken, gone } = words[reason]
  const title = entry.title || gone
  // Points of a question go with an answer that is taken back, or with the question.
  const isDeleted = reason === 'question' && !entry.title
  const amount = points > 0 ? given : isDeleted ? 'Pergunta excluída' : taken
  return (
    <li className={lists.entry}>
      <div className={lists.words}>
        <span className={classes.amount}>{amount}</span>
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
