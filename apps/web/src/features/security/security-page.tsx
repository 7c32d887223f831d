import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { DevicesSection } from './devices-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

/** Shows the user's second factor, passkeys and sessions. The password is on the page before. */
export function SecurityPage() {
  return (
    <Page
      title="Segurança"
      description="Proteja a sua conta e veja onde ela está aberta."
      back={{ to: '/minha-conta', label: 'Minha conta' }}
      narrow
    >
      <Stack gap="md">
        <SecondFactorSection />
        <PasskeysSection />
        <DevicesSection />
      </Stack>
    </Page>
  )
}
