import { limits } from '@escola/contract/limits'
import { TextInput } from '@mantine/core'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { Section } from '../../ui/section.tsx'
import type { SettingsForm } from './settings-form.ts'

export function ContactSection({ form }: { form: SettingsForm }) {
  return (
    <Section title="Sobre a escola" text="É o que seus alunos veem na página de contato e nos e-mails.">
      <TextInput
        label="Nome da escola"
        autoComplete="organization"
        maxLength={limits.inputMax}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="email"
        maxLength={limits.emailMax}
        {...form.getInputProps('email')}
      />
      <MaskedInput
        label="WhatsApp"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="(11) 91234-5678"
        maxLength={limits.cellphoneMax}
        mask={maskCellphone}
        {...form.getInputProps('cellphone')}
      />
    </Section>
  )
}
