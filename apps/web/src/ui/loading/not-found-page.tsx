import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../empty-state.tsx'
import { useDocumentTitle } from '../page.tsx'

export function NotFoundPage({ title }: { title: string }) {
  useDocumentTitle(title)
  return (
    <EmptyState
      drawing="search"
      level={1}
      title={title}
      text="O endereço pode ter mudado ou ter sido digitado de outro jeito."
      action={
        <Button component={Link} to="/">
          Ir para o início
        </Button>
      }
    />
  )
}
