import { imageFormats } from '@escola/contract/limits'
import { type SchoolPicture, schoolPictures } from '@escola/contract/schools.contract'
import { Text, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { PictureField } from '../../ui/picture/picture-field.tsx'
import { makeDangerQuestion } from '../../ui/questions/danger-question.ts'
import { RemoveButton } from '../../ui/questions/remove-button.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './logo-section.module.css'
import { usePicture } from './schools.queries.ts'

interface Slot {
  field: SchoolPicture
  title: string
  text: string
  isDark?: boolean
}

const slots: Slot[] = [
  { field: 'logo_wide_url', title: 'Logo largo', text: 'No cabeçalho, nos e-mails e nos certificados.' },
  {
    field: 'logo_dark_wide_url',
    title: 'Logo largo para o escuro',
    text: 'No cabeçalho, com o modo escuro.',
    isDark: true,
  },
  { field: 'logo_square_url', title: 'Logo quadrado', text: 'Na lista de escolas e quando a escola é compartilhada.' },
  {
    field: 'logo_dark_square_url',
    title: 'Logo quadrado para o escuro',
    text: 'O mesmo, no modo escuro.',
    isDark: true,
  },
]

export const LogoSection = () => (
  <Section
    title="Logos"
    text="Imagens jpeg ou png de até 3 MB; um png com fundo transparente fica melhor. Cada logo é salvo na hora."
  >
    <div className={classes.slots}>
      {slots.map((slot) => (
        <LogoSlot key={slot.field} {...slot} />
      ))}
    </div>
  </Section>
)

function LogoSlot({ field, title, text, isDark }: Slot) {
  const src = useSchool()[field]
  const { send, remove } = usePicture(field)
  const format = schoolPictures[field]
  const texts = {
    label: title,
    invite: src ? 'Trocar logo' : 'Adicionar logo',
    sending: 'Enviando logo…',
    crop: 'Recortar logo',
    area: 'Área do logo',
    use: 'Usar este logo',
  }
  return (
    <div className={classes.slot}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <PictureField
        ratio={imageFormats[format].ratio}
        texts={texts}
        onUpload={send}
        className={classes.field}
        logoOn={isDark ? 'dark' : 'light'}
      >
        <div className={classes.picture} data-format={format} data-dark={isDark || undefined}>
          {src ? <img src={`${src}?w=960`} alt={title} /> : <IconPhoto size={40} stroke={1.2} aria-hidden />}
        </div>
      </PictureField>
      {src && (
        <RemoveButton
          size="compact-sm"
          label={`Remover: ${title}`}
          question={makeDangerQuestion(`${title}: a imagem será removida.`)}
          change={remove}
          done={`${title} removido.`}
        >
          Remover
        </RemoveButton>
      )}
    </div>
  )
}
