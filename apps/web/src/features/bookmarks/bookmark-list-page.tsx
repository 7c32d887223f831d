import type { Bookmark } from '@escola/contract/bookmarks.contract'
import { messages } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { Cover } from '../../ui/courses/cover.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import { Page } from '../../ui/page.tsx'
import classes from './bookmark-list-page.module.css'

export function BookmarkListPage() {
  const { bookmarks } = useAppContext()
  return (
    <Page title={pageTitles.bookmarks}>
      {bookmarks.length === 0 ? (
        <EmptyState
          drawing="lessons"
          title={messages.noBookmarks}
          text="Toque no marcador de um curso ou de uma aula para encontrar de novo aqui."
          action={
            <Button variant="light" renderRoot={(props) => <Link to="/cursos" {...props} />}>
              Ver meus cursos
            </Button>
          }
        />
      ) : (
        <CardGrid width="280px" gap="20px">
          {bookmarks.map((bookmark) => (
            <li key={bookmark.id}>
              <BookmarkCard bookmark={bookmark} />
            </li>
          ))}
        </CardGrid>
      )}
    </Page>
  )
}

function BookmarkCard({
  bookmark: { degree_link: link, content_link: classLink, title, img_wide_url },
}: {
  bookmark: Bookmark
}) {
  const face = (
    <>
      <Cover src={img_wide_url} title={title} sizes="(max-width: 600px) 92vw, 380px" />
      <span className={classes.text}>
        <strong>{title}</strong>
        <span className={classes.kind}>{classLink === null ? 'Curso' : 'Aula'}</span>
      </span>
    </>
  )
  if (classLink === null)
    return (
      <Link to="/c/$link" params={{ link }} className={classes.card}>
        {face}
      </Link>
    )
  return (
    <Link to="/c/$link/$classLink" params={{ link, classLink }} className={classes.card}>
      {face}
    </Link>
  )
}
