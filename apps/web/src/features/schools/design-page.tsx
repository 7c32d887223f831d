import { messages } from '@escola/contract/messages'
import type { PaletteName } from '@escola/contract/palettes'
import { pageTitles } from '@escola/contract/titles'
import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '../../autosave/use-leave-guard.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { notifyError, notifySuccess } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { LogoSection } from './logo-section.tsx'
import { useSaveSettings } from './schools.queries.ts'
import { ThemePicker } from './theme-picker.tsx'
import { ThemePreview } from './theme-preview.tsx'

/** Colours and logos. A theme is seen in light and in dark before it is saved. */
export function DesignPage() {
  const school = useSchool()
  const [theme, setTheme] = useState(school.ui_theme as PaletteName)
  const save = useSaveSettings()
  const isChanged = theme !== school.ui_theme
  const unsaved = useRef(isChanged)
  useEffect(() => {
    unsaved.current = isChanged
  }, [isChanged])
  useLeaveGuard({ hasUnsaved: () => unsaved.current, flush: async () => undefined })
  const send = () =>
    save.mutate(
      { ui_theme: theme },
      { onSuccess: () => notifySuccess(messages.settingsSaved), onError: (error) => notifyError(error) },
    )
  return (
    <Page
      title={pageTitles.design}
      description="As cores e o logo que os seus alunos veem nas telas, nos e-mails e nos certificados."
    >
      <Section title="Tema" text="Todas as cores mantêm os textos legíveis, no claro e no escuro.">
        <ThemePicker value={theme} onChange={setTheme} />
        <ThemePreview theme={theme} />
        <Group justify="flex-end">
          {isChanged && (
            <Button variant="default" onClick={() => setTheme(school.ui_theme as PaletteName)}>
              Desfazer
            </Button>
          )}
          <BusyButton busy={save.isPending} disabled={!isChanged && !save.isPending} onClick={send}>
            Salvar tema
          </BusyButton>
        </Group>
      </Section>
      <LogoSection />
    </Page>
  )
}
