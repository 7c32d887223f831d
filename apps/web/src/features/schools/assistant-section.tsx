import { limits } from '@escola/contract/limits'
import { Group, Stack, TextInput } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { PictureField } from '../../ui/picture/picture-field.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import { usePicture } from './schools.queries.ts'
import type { SettingsForm } from './settings-form.ts'
import classes from './settings-page.module.css'

const texts = {
  label: 'Foto da assistente',
  sending: 'Enviando foto…',
  crop: 'Recortar foto',
  area: 'Área da foto',
  use: 'Usar esta foto',
}

export function AssistantSection({ form }: { form: SettingsForm }) {
  const { assistant_avatar_url } = useSchool()
  const picture = usePicture('assistant_avatar_url')
  return (
    <Section title="Assistente" text="É quem dá as dicas e os parabéns na sua escola. A foto é salva na hora.">
      <Group gap="lg" align="flex-start">
        <Stack gap={4} className={classes.avatar}>
          <PictureField
            ratio={1}
            texts={{ ...texts, invite: assistant_avatar_url ? 'Trocar' : 'Adicionar' }}
            onUpload={picture.send}
          >
            <div data-picture>
              {assistant_avatar_url ? (
                <img src={`${assistant_avatar_url}?w=480`} alt="" />
              ) : (
                <IconRobot size={44} stroke={1.3} aria-hidden />
              )}
            </div>
          </PictureField>
          {assistant_avatar_url && (
            <RemoveButton
              size="compact-sm"
              question={makeDangerQuestion('A foto da assistente será removida.')}
              change={picture.remove}
            >
              Remover foto
            </RemoveButton>
          )}
        </Stack>
        <TextInput
          label="Nome da assistente"
          maxLength={limits.assistantNameMax}
          flex={1}
          miw={200}
          {...form.getInputProps('assistant_name')}
        />
      </Group>
    </Section>
  )
}
