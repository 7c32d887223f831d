import { Input, Modal, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { errors } from '@escola/contract/errors'
import { IconPhotoEdit } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import classes from './picture.module.css'
import type { CropTexts } from './picture-crop.tsx'
import { type Area, cropPicture, openImage, PictureProblem } from './picture-image.ts'

const PictureCrop = lazy(() => import('./picture-crop.tsx'))

export interface PictureTexts extends CropTexts {
  /** Label of the file's field: 'Capa do curso'. */
  label: string
  /** Text on the picture: 'Trocar capa'. */
  invite: string
  /** Text during the sending: 'Enviando capa…'. */
  sending: string
  /** Title of the dialog: 'Recortar capa'. */
  crop: string
}

interface Props {
  /** Width by height. */
  ratio: number
  texts: PictureTexts
  onUpload: (file: File, onProgress: (done: number) => void) => Promise<unknown>
  /** Current picture. */
  children: ReactNode
  className?: string
  logoOn?: 'light' | 'dark'
  /** Shows the invitation below a picture that is too small to carry it. */
  inviteBelow?: boolean
}

const problemOf = (error: unknown) => (error instanceof PictureProblem ? error.message : textOf(error))

/** A picture to be replaced: a jpeg or png is dropped on it or chosen, cut to its ratio, and sent (part 1 §5). */
export function PictureField({ ratio, texts, onUpload, children, className, logoOn, inviteBelow }: Props) {
  const [chosen, setChosen] = useState<{ file: File; image: HTMLImageElement }>()
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  useEffect(() => () => URL.revokeObjectURL(chosen?.image.src ?? ''), [chosen])

  const choose = async (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    try {
      setChosen({ file, image: await openImage(file) })
    } catch (problem) {
      setError(problemOf(problem))
    }
  }
  const cancel = () => setChosen(undefined)
  const save = async (area: Area) => {
    if (!chosen) return
    try {
      const file = await cropPicture(chosen.image, area, ratio, chosen.file)
      setChosen(undefined)
      setProgress(0)
      await onUpload(file, (done) => setProgress(done * 100))
    } catch (problem) {
      setChosen(undefined)
      setError(problemOf(problem))
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <Input.Wrapper error={error} className={className}>
      <Dropzone
        className={classes.drop}
        accept={['image/jpeg', 'image/png']}
        multiple={false}
        disabled={progress !== undefined}
        // The button is focusable while it is disabled too, so that the dialog can give the focus back.
        tabIndex={0}
        onDrop={([file]) => void choose(file)}
        onReject={() => setError(errors.invalid_image.pt)}
        // The hidden input is no second stop inside the button.
        inputProps={{ 'aria-label': `${texts.label}: imagem jpeg ou png`, style: { display: 'none' } }}
        role="button"
      >
        <div className={classes.preview} data-below={inviteBelow || undefined}>
          {children}
          <span className={classes.invite}>
            <IconPhotoEdit size={18} aria-hidden />
            {progress === undefined ? texts.invite : texts.sending}
          </span>
          {progress !== undefined && (
            <Progress value={progress} size="sm" radius={0} className={classes.uploading} aria-label={texts.sending} />
          )}
        </div>
      </Dropzone>
      <Modal opened={chosen !== undefined} onClose={cancel} title={texts.crop} size={ratio < 2 ? 'md' : 'xl'} centered>
        {chosen && (
          <Suspense>
            <PictureCrop
              image={chosen.image}
              ratio={ratio}
              logoOn={logoOn}
              texts={texts}
              onCancel={cancel}
              onCrop={(area) => void save(area)}
            />
          </Suspense>
        )}
      </Modal>
    </Input.Wrapper>
  )
}
