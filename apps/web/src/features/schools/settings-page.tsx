import { messages } from '@escola/contract/messages'
import { teamLogTexts } from '@escola/contract/team-log.contract'
import { accessLogTitle, pageTitles, undeliveredMailsTitle } from '@escola/contract/titles'
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { contextQuery, useSchool } from '../../session/context.ts'
import { Need } from '../../session/need.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import { showSaved } from '../../ui/forms/show-saved.ts'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { confirm } from '../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { AddressSection } from './address-section.tsx'
import { AssistantSection } from './assistant-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { DomainModal } from './domain-modal.tsx'
import { FeaturesSection } from './features-section.tsx'
import { leadTo } from './lead-to.ts'
import { MeasuringSection } from './measuring-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { domainQueries, useSaveSettings } from './schools.queries.ts'
import { changesOf, useSettingsForm, valuesOf } from './settings-form.ts'
import classes from './settings-page.module.css'

const makeLeavingDomainQuestion = (old: string, next: string) =>
  makeDangerQuestion(
    `A escola deixa de abrir em ${old} agora, e só abre em ${next} quando ele apontar para cá.`,
    'Trocar de domínio',
  )

/** Everything about a school that is no picture and no colour; one form, of which only what was changed is sent. */
export function SettingsPage() {
  const school = useSchool()
  const client = useQueryClient()
  const { data: domain } = usePrefetchedQuery(domainQueries.own(school.id))
  const form = useSettingsForm(school)
  const { mutateAsync } = useSaveSettings()
  const isChanged = Object.keys(changesOf(form.values, school)).length > 0
  const [isDomainOpen, setDomainOpen] = useState(false)
  const unsaved = useRef(false)
  unsaved.current = isChanged
  useLeaveGuard({ hasUnsaved: () => unsaved.current, flush: async () => undefined })

  const { submit, pending, failure } = useFormSubmit(form, async (values) => {
    const changes = changesOf(values, school)
    const leaves = school.use_own_domain && changes.use_own_domain && changes.link !== undefined
    if (leaves && !(await confirm(makeLeavingDomainQuestion(school.link, values.link)))) return
    const { school: saved } = await mutateAsync(changes)
    showSaved(form, values, valuesOf(saved))
    unsaved.current = false
    notifySuccess(messages.settingsSaved)
    leadTo({ before: school, saved, platformUrl: domain.platform_url })
  })
  // Reads the domain again after it came or went; typed edits elsewhere in the form stay.
  const readAgain = async () => {
    const context = await client.fetchQuery({ ...contextQuery, staleTime: 0 })
    if (!context.school) return
    const { link, use_own_domain } = context.school
    form.setValues({ link, use_own_domain })
    leadTo({ before: school, saved: context.school, platformUrl: domain.platform_url })
  }
  return (
    <Page title={pageTitles.settings} description="O endereço, o contato e o que a sua escola oferece." narrow>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <AddressSection form={form} answer={domain} onOpenDomain={() => setDomainOpen(true)} />
          <ContactSection form={form} />
          <PrivacySection form={form} saved={school.is_private} />
          <AssistantSection form={form} />
          <FeaturesSection form={form} />
          <MeasuringSection form={form} />
          {failure !== undefined && (
            <Alert color="danger" variant="light" icon={<IconAlertTriangle />} role="alert">
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
      <Need right="team">
        <Anchor component={Link} to="/config/acessos/equipe" mt="lg" display="block">
          {teamLogTexts.title}: quem mudou o quê
        </Anchor>
        <Anchor component={Link} to="/config/acessos" mt="xs" display="block">
          {accessLogTitle}: quem da plataforma esteve aqui
        </Anchor>
      </Need>
      <Need right="students">
        <Anchor component={Link} to="/config/emails" mt="xs" display="block">
          {undeliveredMailsTitle}
        </Anchor>
      </Need>
      {/* The dialog stands outside of the form, which would be sent by a form inside it too. */}
      <DomainModal opened={isDomainOpen} onClose={() => setDomainOpen(false)} onChange={readAgain} />
    </Page>
  )
}
