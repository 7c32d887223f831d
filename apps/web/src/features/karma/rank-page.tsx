import type { RankRow } from '@escola/contract/karma.contract'
import { karmaPoints } from '@escola/contract/karma.contract'
import { adminTexts, countOf } from '@escola/contract/messages'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useSchool, useViewRole } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import lists from '../../ui/lists.module.css'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
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
  const shown = useDeferredValue(page)
  const { rank, me } = useSuspenseQuery(karmaQueries.rank(school.id, shown)).data
  return (
    <Page title="Ranking" description={`Os pontos de quem estuda em ${school.name}.`} narrow>
      {!isAdmin && (
        <AssistantHint>
          {me
            ? me.place === 1
              ? `Você está no topo, com ${pointsOf(me.karma)}. Continue assim!`
              : `Você está em ${me.place}º lugar, com ${pointsOf(me.karma)}. Cada aula concluída vale mais ${karmaPoints.lesson}.`
            : `Conclua a sua primeira aula e você entra no rank: cada uma vale ${karmaPoints.lesson} pontos, e um curso inteiro, mais ${karmaPoints.course}.`}
        </AssistantHint>
      )}
      {rank.list.length > 0 ? (
        <div className={classes.board} data-loading={shown !== page || undefined}>
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
      ) : (
        <EmptyState
          icon={IconTrophy}
          title={rank.total > 0 ? 'Não há mais ninguém nesta página.' : 'Ninguém tem pontos ainda.'}
          text={rank.total > 0 ? undefined : 'Quem concluir a primeira aula abre o rank.'}
          action={
            rank.total > 0 && (
              <Button variant="light" onClick={() => onPage(1)}>
                {adminTexts.toFirstPage}
              </Button>
            )
          }
        />
      )}
      <Pager {...rank} onPage={onPage} label="Páginas do rank" />
    </Page>
  )
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
