import { TextInput } from '@mantine/core'
import { Section } from '../../ui/section.tsx'
import type { SettingsForm } from './settings-form.ts'

export const MeasuringSection = ({ form }: { form: SettingsForm }) => (
  <Section
    title="Medição de visitas"
    text="Cada visitante escolhe, num aviso, se aceita ser contado (LGPD). Quem administra a escola não é contado, e páginas com links pessoais também não."
  >
    <TextInput
      label="Código do Google Analytics"
      description="O ID da métrica do Google Analytics 4."
      placeholder="G-XXXXXXXXXX"
      autoComplete="off"
      spellCheck={false}
      maxLength={30}
      {...form.getInputProps('google_analytics_code')}
    />
    <TextInput
      label="Pixel do Facebook"
      description="Só o número do pixel da Meta."
      placeholder="123456789012345"
      inputMode="numeric"
      autoComplete="off"
      maxLength={30}
      {...form.getInputProps('facebook_pixel')}
    />
  </Section>
)
