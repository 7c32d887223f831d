import { limits } from '@escola/contract/limits'
import { TextInput } from '@mantine/core'
import { EmailField } from '../../ui/forms/email-field.tsx'
import { maskCellphone } from '../../ui/forms/mask-cellphone.ts'
import { MaskedInput } from '../../ui/forms/masked-input.tsx'
import { phoneHint } from '../../ui/forms/phone-hint.ts'
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
      <EmailField label="E-mail" autoComplete="email" maxLength={limits.emailMax} {...form.getInputProps('email')} />
      <MaskedInput
        label="WhatsApp"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="(11) 91234-5678"
        maxLength={limits.cellphoneMax}
        mask={maskCellphone}
        description={phoneHint(form.values.cellphone)}
        {...form.getInputProps('cellphone')}
      />
      <TextInput
        label="Frase da galeria"
        description="Apresenta os cursos a quem ainda não é aluno."
        placeholder={`O que você pode aprender em ${form.values.name}.`}
        maxLength={limits.gallerySentenceMax}
        {...form.getInputProps('gallery_sentence')}
      />
    </Section>
  )
}
