import type { RankRow } from '@escola/contract/karma.contract'
import { karmaPoints } from '@escola/contract/karma.contract'
import { countOf } from '@escola/contract/messages'
import { VisuallyHidden } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useSchool, useViewRole } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { formatNumber } from '../../ui/format.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import lists from '../../ui/lists/lists.module.css'
import { Pager } from '../../ui/lists/pager.tsx'
import { useQueryTable } from '../../ui/lists/use-query-table.ts'
import { karmaQueries } from './karma.queries.ts'
import classes from './rank-page.module.css'

interface RankPageProps {
  page: number
  onPage: (page: number) => void
}

/** The school's students by points. One's own place is there on every page of it. */
export function RankPage({ page, onPage }: RankPageProps) {
  const school = useSchool()
  const isAdmin = useViewRole() === 'admin'
  const { data, isLoading } = useQueryTable(page, (page) => karmaQueries.rank(school.id, page))
  const { rank, me } = data
  return (
    <ListPage
      title="Ranking"
      description={`Os pontos de quem estuda em ${school.name}.`}
      narrow
      filters={!isAdmin && <AssistantHint>{hintOf(me)}</AssistantHint>}
      listed={rank}
      onPage={onPage}
      empty={{
        drawing: 'people',
        title: 'Ninguém tem pontos ainda.',
        text: 'Quem concluir a primeira aula abre o rank.',
      }}
    >
      <div className={classes.board} data-loading={isLoading || undefined}>
        <ol className={lists.framed} aria-label="Alunos por pontos">
          {rank.list.map((row) => (
            <Row key={row.user_id} row={row} isMe={row.user_id === me?.user_id} />
          ))}
        </ol>
        {me && !rank.list.some((row) => row.user_id === me.user_id) && (
          <ul className={`${lists.framed} ${classes.mine}`} aria-label="O seu lugar">
            <Row row={me} isMe />
          </ul>
        )}
      </div>
      <Pager {...rank} onPage={onPage} label="Páginas do rank" />
    </ListPage>
  )
}

function hintOf(me: RankRow | null) {
  if (!me)
    return `Conclua a sua primeira aula e você entra no rank: cada uma vale ${karmaPoints.lesson} pontos, e um curso inteiro, mais ${karmaPoints.course}.`
  if (me.place === 1) return `Você está no topo, com ${pointsOf(me.karma)}. Continue assim!`
  return `Você está em ${me.place}º lugar, com ${pointsOf(me.karma)}. Cada aula concluída vale mais ${karmaPoints.lesson}.`
}

function Row({ row, isMe }: { row: RankRow; isMe: boolean }) {
  const { routesByPath } = useRouter()
  const name = isMe ? `${row.name} (você)` : row.name
  return (
    <li className={classes.row} data-me={isMe || undefined} data-place={row.place <= 3 ? row.place : undefined}>
      <span className={classes.place}>
        {formatNumber(row.place)}
        <VisuallyHidden component="span">º lugar</VisuallyHidden>
      </span>
      <Avatar user={row} />
      {'/p/$link' in routesByPath ? (
        <Link className={classes.name} to={'/p/$link' as '/'} params={{ link: row.link } as never}>
          {name}
        </Link>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
      <span className={classes.points}>{pointsOf(row.karma)}</span>
    </li>
  )
}

const pointsOf = (karma: number) => countOf(karma, 'ponto', 'pontos')
