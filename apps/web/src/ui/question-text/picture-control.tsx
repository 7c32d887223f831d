import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { examQuestions } from '@escola/contract/exam-questions.contract'
import { questionText } from '@escola/contract/question-text'
import { FileInput, Group, Modal, Stack, TextInput } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { textOf } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { useSchool } from '../../session/context.ts'
import { BusyButton } from '../busy-button.tsx'
import { cropPicture, openImage, PictureProblem } from '../picture/picture-image.ts'

interface Chosen {
  alt: string
  file: File | null
  /** The selected picture, whose words alone are changed. */
  key: string | undefined
}

/** Uploads a picture into the text, or changes the description of the selected one. */
export function PictureControl() {
  const { editor } = useRichTextEditorContext()
  const schoolId = useSchool().id
  const [chosen, setChosen] = useState<Chosen>()
  const [isSending, setSending] = useState(false)
  const [errors, setErrors] = useState<{ file?: string; alt?: string }>({})
  const open = () => {
    const { alt, 'data-picture': key } = editor?.getAttributes('picture') ?? {}
    setErrors({})
    setChosen({ alt: String(alt ?? ''), file: null, key: key ? String(key) : undefined })
  }
  const close = () => setChosen(undefined)

  const save = async ({ alt, file, key }: Chosen) => {
    const missing = {
      ...(key || file ? {} : { file: 'Escolha uma imagem' }),
      ...(alt.trim() ? {} : { alt: examQuestionTexts.altMissing }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setSending(true)
    try {
      const sent = file && (await sendPicture(schoolId, file))
      close()
      const attrs = { ...sent, alt: alt.trim() }
      if (sent) editor?.chain().focus().insertContent({ type: 'picture', attrs }).run()
      else editor?.chain().focus().updateAttributes('picture', attrs).run()
    } catch (error) {
      setErrors({ file: error instanceof PictureProblem ? error.message : textOf(error) })
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <RichTextEditor.Control
        aria-label="Imagem"
        title="Imagem"
        active={editor?.isActive('picture')}
        disabled={!editor}
        onClick={open}
      >
        <IconPhotoPlus size={16} aria-hidden />
      </RichTextEditor.Control>
      <Modal opened={chosen !== undefined} onClose={close} title="Imagem" centered returnFocus={false}>
        {chosen && (
          <Stack>
            {!chosen.key && (
              <FileInput
                label="Arquivo jpeg ou png"
                placeholder="Escolher imagem"
                accept="image/jpeg,image/png"
                data-autofocus
                value={chosen.file}
                onChange={(file) => setChosen({ ...chosen, file })}
                error={errors.file}
              />
            )}
            <TextInput
              label="Descrição da imagem"
              description="Quem não pode ver a imagem lê isto no lugar dela. Não conte a resposta."
              required
              maxLength={questionText.altMax}
              value={chosen.alt}
              onChange={(event) => setChosen({ ...chosen, alt: event.currentTarget.value })}
              error={errors.alt}
            />
            <Group justify="flex-end">
              <BusyButton variant="default" busy={false} onClick={close}>
                Cancelar
              </BusyButton>
              <BusyButton busy={isSending} onClick={() => void save(chosen)}>
                {chosen.key ? 'Salvar descrição' : 'Inserir imagem'}
              </BusyButton>
            </Group>
          </Stack>
        )}
      </Modal>
    </>
  )
}

/** Scales the picture on the device, where a photo is larger than a question shows it, and sends it. */
async function sendPicture(schoolId: string, file: File) {
  const image = await openImage(file)
  const { naturalWidth: width, naturalHeight: height } = image
  const scaled = await cropPicture(image, { x: 0, y: 0, width, height }, width / height, file).finally(() =>
    URL.revokeObjectURL(image.src),
  )
  const { picture } = await upload(examQuestions.uploadPicture, { params: { schoolId }, fields: {}, file: scaled })
  return { 'data-picture': picture.key, width: String(picture.width), height: String(picture.height) }
}
