import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../api/client.ts'
import { useViewRole } from '../../session/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError } from '../../ui/loading/page-error.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'

/** Stands in place of a course's public page: the page may have been closed since its link was sent. */
export function CoursePageError({ error, link }: { error: unknown; link: string }) {
  const isClosed = error instanceof ApiError && error.code === 'degree_not_found'
  return isClosed ? <ClosedPage link={link} /> : <PageError error={error} />
}

const closedTitle = 'Este curso não tem uma página pública agora'

function ClosedPage({ link }: { link: string }) {
  useDocumentTitle(closedTitle)
  const isVisitor = useViewRole() === 'visitor'
  return (
    <EmptyState
      drawing="lessons"
      level={1}
      title={closedTitle}
      text={
        isVisitor ? 'Se você já é aluno, entre na sua conta. Conheça também os outros cursos da escola.' : undefined
      }
      action={
        <>
          <Button renderRoot={(props) => <Link to="/" {...props} />}>Ver os cursos</Button>{' '}
          <Button variant="default" renderRoot={(props) => <Link to="/c/$link" params={{ link }} {...props} />}>
            {isVisitor ? 'Entrar' : 'Abrir o curso'}
          </Button>
        </>
      }
    />
  )
}
