import { limits } from '@escola/contract/limits'
import { NewOtherEmail, type OtherEmail, otherEmailTexts } from '@escola/contract/other-emails.contract'
import { formatDate } from '@escola/contract/time'
import { Alert, Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { textOf } from '../../api/api-error.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import lists from '../../ui/lists/lists.module.css'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import { otherEmailQueries, useAddOtherEmail, useRemoveOtherEmail } from './other-emails.queries.ts'

/** Further e-mails of a student, under which they buy or are enrolled. */
export function OtherEmails({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(otherEmailQueries.list(useSchool().id, userId))
  return (
    <Section title={otherEmailTexts.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {otherEmailTexts.hint}
        </Text>
        {data ? (
          <OtherEmailList userId={userId} emails={data.other_emails} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={24} role="status" aria-label="Carregando os e-mails" />
        )}
        <NewEmailForm userId={userId} />
      </Stack>
    </Section>
  )
}

function OtherEmailList({ userId, emails }: { userId: string; emails: OtherEmail[] }) {
  const remove = useRemoveOtherEmail(userId)
  if (emails.length === 0) return null
  return (
    <ul className={lists.ruled}>
      {emails.map(({ id, email, utc_added_on }) => (
        <li key={id}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <div style={{ overflowWrap: 'anywhere' }}>
              {email}
              <Text size="sm" c="dimmed">
                Desde {formatDate(utc_added_on)}
              </Text>
            </div>
            <RemoveButton
              label={`Remover ${email}`}
              question={makeDangerQuestion(otherEmailTexts.removing(email))}
              change={() => remove.mutateAsync(id)}
              done={otherEmailTexts.removed}
            />
          </Group>
        </li>
      ))}
    </ul>
  )
}

function NewEmailForm({ userId }: { userId: string }) {
  const add = useAddOtherEmail(userId)
  const form = useForm({ initialValues: { email: '' }, validate: zodResolver(NewOtherEmail) })
  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    await add.mutateAsync(NewOtherEmail.parse(values))
    notifySuccess(otherEmailTexts.added)
    form.reset()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Group align="flex-start" gap="xs">
          <Box flex={1} miw={200}>
            <EmailField
              inputMode="email"
              autoComplete="off"
              aria-label="Outro e-mail deste aluno"
              placeholder="outro@exemplo.com"
              maxLength={limits.emailMax}
              {...form.getInputProps('email')}
            />
          </Box>
          <BusyButton type="submit" variant="light" busy={pending}>
            Adicionar e-mail
          </BusyButton>
        </Group>
        {failure !== undefined && (
          <Alert color="danger" variant="light" role="alert">
            {textOf(failure)}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
