import { accessRequest } from '@escola/contract/permission-texts'
import type { Permission } from '@escola/contract/permissions'
import { Button, Group } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { EmptyState } from '../empty-state.tsx'
import { useDocumentTitle } from '../page.tsx'

/** Stands in place of a page that the user's roles don't open. */
export function AskAccessPage({ asked }: { asked: Permission | undefined }) {
  const { school, team } = useAppContext()
  const { history } = useRouter()
  const title = accessRequest.title(team?.owner_name)
  useDocumentTitle(title)
  return (
    <EmptyState
      drawing="search"
      level={1}
      title={title}
      text={accessRequest.about(asked, school?.name ?? '')}
      action={
        <Group justify="center">
          <Button component={Link} to="/">
            Ir para o início
          </Button>
          {history.canGoBack() && (
            <Button variant="subtle" onClick={() => history.back()}>
              Voltar
            </Button>
          )}
        </Group>
      }
    />
  )
}
