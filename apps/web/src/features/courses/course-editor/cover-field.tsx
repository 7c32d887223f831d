import { imageFormats } from '@escola/contract/limits'
import { Cover } from '../../../ui/courses/cover.tsx'
import { PictureField } from '../../../ui/picture/picture-field.tsx'
import classes from './cover.module.css'

const texts = {
  label: 'Capa do curso',
  sending: 'Enviando capa…',
  crop: 'Recortar capa',
  area: 'Área da capa',
  use: 'Usar esta capa',
}

interface Props {
  src: string
  title: string
  onUpload: (file: File, onProgress: (done: number) => void) => Promise<unknown>
}

export const CoverField = ({ src, title, onUpload }: Props) => (
  <PictureField
    ratio={imageFormats.wide.ratio}
    texts={{ ...texts, invite: src ? 'Trocar capa' : 'Adicionar capa' }}
    onUpload={onUpload}
  >
    <div className={classes.preview}>
      <Cover src={src} title={title} sizes="(max-width: 1000px) 100vw, 900px" eager />
    </div>
  </PictureField>
)
