import { Input, Modal, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { errors } from '@escola/contract/errors'
import { IconPhotoEdit } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { textOf } from '../../../api/api-error.ts'
import { Cover } from '../../../ui/cover.tsx'
import classes from './cover.module.css'
import { type Area, CoverProblem, cropCover, openImage } from './cover-image.ts'

const CoverCrop = lazy(() => import('./cover-crop.tsx'))

interface Props {
  src: string
  title: string
  onUpload: (file: File, onProgress: (done: number) => void) => Promise<unknown>
}

const problemOf = (error: unknown) => (error instanceof CoverProblem ? error.message : textOf(error))

export function CoverField({ src, title, onUpload }: Props) {
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
      const file = await cropCover(chosen.image, area, chosen.file)
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
    <Input.Wrapper error={error}>
      <Dropzone
        className={classes.drop}
        accept={['image/jpeg', 'image/png']}
        multiple={false}
        disabled={progress !== undefined}
        // While it is disabled too, so that the dialog can give the focus back.
        tabIndex={0}
        onDrop={([file]) => void choose(file)}
        onReject={() => setError(errors.invalid_image.pt)}
        // What is hidden is no second stop inside the button.
        inputProps={{ 'aria-label': 'Capa do curso: imagem jpeg ou png', style: { display: 'none' } }}
        role="button"
      >
        <div className={classes.preview}>
          <Cover src={src} alt="" title={title} sizes="(max-width: 1000px) 100vw, 900px" eager />
          <span className={classes.invite}>
            <IconPhotoEdit size={18} aria-hidden />
            {progress === undefined ? (src ? 'Trocar capa' : 'Adicionar capa') : 'Enviando capa…'}
          </span>
          {progress !== undefined && (
            <Progress value={progress} size="sm" radius={0} className={classes.uploading} aria-label="Envio da capa" />
          )}
        </div>
      </Dropzone>
      <Modal
        opened={chosen !== undefined}
        onClose={cancel}
        title="Recortar capa"
        size="xl"
        centered
        closeButtonProps={{ 'aria-label': 'Fechar' }}
      >
        {chosen && (
          <Suspense>
            <CoverCrop src={chosen.image.src} onCancel={cancel} onCrop={(area) => void save(area)} />
          </Suspense>
        )}
      </Modal>
    </Input.Wrapper>
  )
}
