import { Switch } from '@mantine/core'
import { Section } from '../../ui/section.tsx'
import type { SettingsForm, SettingsValues } from './settings-form.ts'
import classes from './settings-page.module.css'

const switches: [keyof SettingsValues, label: string, description: string][] = [
  ['has_certificate', 'Certificado', 'Quem conclui um curso recebe um certificado.'],
  ['has_video_upload', 'Envio de vídeos', 'Envie vídeos direto para as aulas, além de usar links.'],
  ['has_rank', 'Ranking', 'Um quadro com os pontos dos alunos, no cabeçalho.'],
  ['has_notifications', 'Notificações', 'Cursos, respostas e certificados no sino do cabeçalho.'],
  ['has_ended_mails', 'Aviso de acesso encerrado', 'O aluno recebe um e-mail quando o acesso termina.'],
  ['has_support', 'Suporte', 'A página de suporte aparece no menu.'],
  ['has_multiple_users', 'Vários usuários', 'Convide outras pessoas para administrar a escola com você.'],
  ['has_affiliation', 'Afiliados e filiais', 'Outras escolas podem oferecer os seus cursos.'],
  ['has_api', 'API', 'Outros sistemas matriculam pela interface de acesso.'],
]

export const FeaturesSection = ({ form }: { form: SettingsForm }) => (
  <Section title="Recursos" text="O que fica desligado some dos menus; nada é apagado.">
    <div className={classes.switches}>
      {switches.map(([field, label, description]) => (
        <Switch
          key={field}
          label={label}
          description={description}
          {...form.getInputProps(field, { type: 'checkbox' })}
        />
      ))}
    </div>
  </Section>
)
