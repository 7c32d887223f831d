import { messages } from '@escola/contract/messages'
import { pageTitles } from '@escola/contract/titles'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifySuccess } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { useFormSubmit } from '../../ui/use-form-submit.ts'
import { AddressSection } from './address-section.tsx'
import { AssistantSection } from './assistant-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { FeaturesSection } from './features-section.tsx'
import { leadTo } from './lead-to.ts'
import { MeasuringSection } from './measuring-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { domainQueries, useSaveSettings } from './schools.queries.ts'
import { changesOf, useSettingsForm, valuesOf } from './settings-form.ts'
import classes from './settings-page.module.css'

/** Everything about a school that is no picture and no colour; one form, of which only what was changed is sent. */
export function SettingsPage() {
  const school = useSchool()
  const client = useQueryClient()
  const { data: domain } = useSuspenseQuery(domainQueries.own(school.id))
  const form = useSettingsForm(school)
  const { mutateAsync } = useSaveSettings()
  const isChanged = Object.keys(changesOf(form.values, school)).length > 0
  const unsaved = useRef(false)
  unsaved.current = isChanged
  useLeaveGuard({ hasUnsaved: () => unsaved.current, flush: async () => undefined })

  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    const { school: saved } = await mutateAsync(changesOf(values, school))
    form.setValues(valuesOf(saved))
    unsaved.current = false
    notifySuccess(messages.settingsSaved)
    leadTo({ before: school, now: saved, platformUrl: domain.platform_url })
  })
  // Its domain came or went: what is typed elsewhere in the form stays.
  const readAgain = async () => {
    const now = await client.fetchQuery({ ...contextQuery, staleTime: 0 })
    if (!now.school) return
    const { link, use_own_domain } = now.school
    form.setValues({ link, use_own_domain })
    leadTo({ before: school, now: now.school, platformUrl: domain.platform_url })
  }
  return (
    <Page title={pageTitles.settings} description="O endereço, o contato e o que a sua escola oferece." narrow>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <AddressSection form={form} answer={domain} onChange={readAgain} />
          <ContactSection form={form} />
          <PrivacySection form={form} saved={school.is_private} />
          <AssistantSection form={form} />
          <FeaturesSection form={form} />
          <MeasuringSection form={form} />
          {failure !== undefined && (
            <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
              {textOf(failure)}
            </Alert>
          )}
        </Stack>
        <div className={classes.bar} data-changed={isChanged || undefined}>
          <Text size="sm" c="dimmed" role="status">
            {isChanged ? 'Há alterações que ainda não foram salvas.' : 'Tudo salvo.'}
          </Text>
          <Group gap="xs" wrap="nowrap">
            {isChanged && (
              <Button variant="default" onClick={() => form.setValues(valuesOf(school))}>
                Desfazer
              </Button>
            )}
            <BusyButton type="submit" busy={pending} disabled={!isChanged && !pending}>
              Salvar
            </BusyButton>
          </Group>
        </div>
      </form>
    </Page>
  )
}
