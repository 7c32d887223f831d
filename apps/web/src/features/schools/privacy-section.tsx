import { Alert, Switch } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Section } from '../../ui/section.tsx'
import type { SettingsForm } from './settings-form.ts'

const becoming = {
  private:
    'Ao salvar, visitantes deixam de ver os cursos e são levados ao login, a página de cadastro some e a turma pública fica oculta: quem só entrou por ela perde o acesso aos cursos dela. Quem está em outras turmas continua estudando.',
  open: 'Ao salvar, qualquer pessoa vê a lista de cursos e pode se cadastrar. Quem se cadastra entra na turma pública e estuda os cursos que não são privados.',
}

/** Says what the switch does to whom before it is saved. */
export function PrivacySection({ form, saved }: { form: SettingsForm; saved: boolean }) {
  const { is_private } = form.values
  return (
    <Section title="Quem entra na escola">
      <div>
        <Switch
          label="Escola privada"
          description={
            is_private
              ? 'Só entra quem você matricular, e toda página pede login.'
              : 'Visitantes veem os cursos e podem se cadastrar sozinhos.'
          }
          {...form.getInputProps('is_private', { type: 'checkbox' })}
        />
        <div role="status">
          {is_private !== saved && (
            <Alert mt="md" variant="light" color="ambar" icon={<IconInfoCircle />}>
              {is_private ? becoming.private : becoming.open}
            </Alert>
          )}
        </div>
      </div>
    </Section>
  )
}
