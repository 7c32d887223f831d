import type { Profile } from '@escola/contract/profiles.contract'
import { isEmptyRichText } from '@escola/contract/rich-text'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { ApiError } from '../../api/client.ts'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { LazyRichTextField } from '../../ui/rich-text/lazy-rich-text-field.tsx'
import { useInlineForm } from '../../ui/use-inline-form.ts'
import { useSaveDescription } from './profiles.queries.ts'

const SafeHtml = lazy(() => import('../../ui/rich-text/safe-html.tsx'))

/** Shows the description that its owner writes; other users see it sanitised. */
export function ProfileDescription({ user, isOwn }: { user: Profile['user']; isOwn: boolean }) {
  const editing = useInlineForm()
  const { profile_description: html } = user
  const isEmpty = isEmptyRichText(html)
  if (editing.isOpen) return <DescriptionForm user={user} onClose={editing.close} />
  return (
    <>
      {!isEmpty && (
        <Suspense>
          <SafeHtml html={html} />
        </Suspense>
      )}
      {isOwn && (
        <div>
          {isEmpty && (
            <Text c="dimmed" mb="xs">
              Conte um pouco sobre você: o que estuda, o que faz, o que procura.
            </Text>
          )}
          <Button
            ref={editing.opener}
            variant="light"
            size="sm"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={editing.open}
          >
            {isEmpty ? 'Escrever descrição' : 'Editar descrição'}
          </Button>
        </div>
      )}
    </>
  )
}

const refusalOf = (error: unknown) => (error instanceof ApiError && error.fields?.profile_description) || textOf(error)

function DescriptionForm({ user, onClose }: { user: Profile['user']; onClose: () => void }) {
  const [text, setText] = useState(user.profile_description)
  const { mutate: save, isPending, error } = useSaveDescription(user.link)
  useLeaveGuard({ hasUnsaved: () => text !== user.profile_description })
  const handleSave = () => {
    if (!isPending) save(text, { onSuccess: onClose })
  }
  return (
    <Stack gap="sm" mt="sm">
      <LazyRichTextField label="Descrição" value={text} takesFocus onChange={setText} />
      {error && (
        <Alert color="danger" variant="light" role="alert">
          {refusalOf(error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <BusyButton busy={isPending} onClick={handleSave}>
          Salvar
        </BusyButton>
      </Group>
    </Stack>
  )
}
